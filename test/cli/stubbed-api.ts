import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Ran } from "./command-line.ts";
import { magpie } from "./command-line.ts";
import type { StubAnswer, StubRequest } from "./stub-api.ts";
import { problem, StubApi } from "./stub-api.ts";

/** The token of the runner that the stub imitates, and of the commands. */
const TOKEN = "token-of-alice";

/** The command line against a stub of the API, for the tests of a file; each test begins without answers. */
export class StubbedApi {
  /** By method and path with query: one answer for every such request, or one for each in turn. All else is 404. */
  answers: Record<string, StubAnswer | StubAnswer[]> = {};
  #stub: StubApi | undefined;

  constructor() {
    beforeAll(async () => {
      this.#stub = await StubApi.start();
    });
    beforeEach(() => {
      this.answers = {};
      this.requests.length = 0;
      this.answer = ({ method, path }) => {
        const answers = this.answers[`${method} ${path}`];
        const answer = Array.isArray(answers) ? answers.shift() : answers;
        return answer ?? problem(404, "not_found", "It is not there.");
      };
    });
    afterAll(() => this.#stub?.close());
  }

  /** Answers every request of the test from now on, in place of `answers`. */
  set answer(answer: StubApi["answer"]) {
    this.#started.answer = answer;
  }

  get answer(): StubApi["answer"] {
    return this.#started.answer;
  }

  get origin(): string {
    return this.#started.origin;
  }

  get requests(): StubRequest[] {
    return this.#started.requests;
  }

  get dataFolder(): string {
    return this.#started.dataFolder;
  }

  get #started(): StubApi {
    if (this.#stub === undefined) throw new Error("The stub is started before the first test.");
    return this.#stub;
  }

  readonly run = (...args: readonly string[]): Promise<Ran> => magpie(this.dataFolder, args, TOKEN);

  /** The method and path of each request. */
  get seen(): readonly string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  /** The bodies that were sent. */
  get sent(): readonly unknown[] {
    return this.requests.flatMap(({ body }) => (body === "" ? [] : [JSON.parse(body)]));
  }
}

export const answered = (body: unknown, status = 200): StubAnswer => ({ status, body });

/** The cells of a table by rows. */
export function cells(stdout: string): readonly (readonly string[])[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));
}
