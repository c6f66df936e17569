import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Mention } from "../../client/answers.ts";
import { magpie } from "./command-line.ts";
import type { StubAnswer } from "./stub-api.ts";
import { problem, StubApi } from "./stub-api.ts";

let api: StubApi;
let answer: (path: string) => StubAnswer;

beforeAll(async () => {
  api = await StubApi.start();
});
beforeEach(() => {
  api.requests.length = 0;
  api.answer = ({ path }) => answer(path);
});
afterAll(() => api.close());

const run = (...args: string[]) => magpie(api.dataFolder, args);

function mentionOf(changes: Partial<Mention> = {}): Mention {
  return {
    id: "m-1",
    source: "https://bob.example/post",
    target: "https://alice.example/",
    kind: "page",
    status: "verified",
    title: "Bob's\u001b[31m page",
    first_seen_at: "2026-11-20T01:00:00.000Z",
    last_verified_at: "2026-11-21T01:00:00.000Z",
    ...changes,
  };
}

describe("mention ls", () => {
  it("shows all mentions, page after page, and controls no terminal", async () => {
    const pages = [
      { mentions: [mentionOf()], next_cursor: "next" },
      { mentions: [mentionOf({ source: "https://carol.example/", last_verified_at: null })], next_cursor: null },
    ];
    answer = () => ({ status: 200, body: pages.shift() });
    const { code, stdout } = await run("mention", "ls", "--status", "verified", "--kind", "page");
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, 3)).toMatchObject([
      expect.stringMatching(/^SOURCE +TARGET +KIND +STATUS/),
      expect.stringContaining("https://bob.example/post"),
      expect.stringContaining("https://carol.example/"),
    ]);
    expect(stdout).not.toContain("\u001b");
    expect(api.requests.map(({ path }) => path)).toEqual([
      "/v1/mentions?limit=100&status=verified&kind=page",
      "/v1/mentions?limit=100&status=verified&kind=page&cursor=next",
    ]);
  });

  it("rejects any other status", async () => {
    expect((await run("mention", "ls", "--status", "spam")).code).toBe(2);
    expect(api.requests).toEqual([]);
  });
});

describe("mention block", () => {
  it("blocks a host", async () => {
    answer = () => ({ status: 201, body: { host: "farm.example", blocked_at: "2026-11-20T01:00:00.000Z" } });
    const { code, stdout } = await run("mention", "block", "Farm.example");
    expect([code, stdout]).toEqual([0, "Blocked farm.example and its sub-domains.\n"]);
    expect(api.requests).toMatchObject([
      { method: "POST", path: "/v1/blocked-hosts", body: JSON.stringify({ host: "Farm.example" }) },
    ]);
  });

  it("prints the API's rejection", async () => {
    answer = () => problem(400, "validation_error", "The body is not valid.");
    expect((await run("mention", "block", "example")).code).toBe(1);
  });
});
