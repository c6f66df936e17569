import type { MagpieClient } from "../../../client/index.ts";
import type { Answer, SeenRequest } from "../../client/scripted-api.ts";
import { json } from "../../client/scripted-api.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";

/** An answer that refuses. */
class Refusal {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

/** Gives the body of an answer. */
type Answering = (request: SeenRequest, query: URLSearchParams) => unknown;

/** A list with a cursor after each page. */
export function paged<Item>(name: string, ...pages: readonly (readonly Item[])[]) {
  return (_: unknown, query: URLSearchParams) => {
    const place = Number(query.get("cursor") ?? 0);
    return { [name]: pages[place] ?? [], next_cursor: place + 1 < pages.length ? String(place + 1) : null };
  };
}

/** The API of screens that are read from it: each operation answers what the test says. */
export class AnsweringApi extends ChangesApi {
  /** By method and path, e.g. `GET /v1/books`. */
  readonly #answers = new Map<string, Answering>();
  #gate: Promise<void> | undefined;
  /** What the gate keeps back; undefined: everything. */
  #held: string | undefined;

  /** Answers an operation from now on. */
  answer(operation: string, body: Answering | object): this {
    this.#answers.set(operation, typeof body === "function" ? (body as Answering) : () => body);
    return this;
  }

  /** Refuses an operation from now on. */
  refuse(operation: string, code: string): this {
    return this.answer(operation, () => new Refusal(code));
  }

  /** Keeps the answers of an operation back, or every answer. @returns a function that gives them */
  hold(operation?: string): () => void {
    const gate = Promise.withResolvers<void>();
    this.#gate = gate.promise;
    this.#held = operation;
    return () => {
      this.#gate = undefined;
      gate.resolve();
    };
  }

  /** The requests of an operation, e.g. `GET /v1/books`. */
  asked(operation: string): readonly SeenRequest[] {
    return this.requests.filter((request) => operationOf(request) === operation);
  }

  /** The bodies of the requests of an operation. */
  bodies(operation: string): readonly unknown[] {
    return this.asked(operation).map(({ body }) => body);
  }

  /** The queries of the requests of an operation; "" for none. */
  queries(operation: string): readonly string[] {
    return this.asked(operation).map(({ path }) => path.split("?")[1] ?? "");
  }

  override client(): MagpieClient {
    return super.client(async (request) => {
      const operation = `${request.method} ${new URL(request.url).pathname}`;
      if (this.#held === undefined || this.#held === operation) await this.#gate;
      request.signal.throwIfAborted();
      return this.fetch(request);
    });
  }

  protected override work(request: SeenRequest): Answer {
    const answering = this.#answers.get(operationOf(request));
    if (answering === undefined) return super.work(request);
    this.meanwhile(request);
    const body = answering(request, new URLSearchParams(request.path.split("?")[1] ?? ""));
    if (body instanceof Refusal) return json(400, { code: body.code, detail: `because of ${body.code}` });
    return body === undefined ? { status: 204, headers: {}, body: "" } : json(200, body);
  }
}

function operationOf({ method, path }: SeenRequest): string {
  return `${method} ${path.split("?")[0]}`;
}
