import { randomUUID } from "node:crypto";
import type { Reply } from "../local/api-client.ts";
import { request } from "../local/api-client.ts";
import type { LoadedRunner } from "./loaded-runner.ts";
import { accepted, newDeck } from "./loaded-runner.ts";

/** A saved item of one client. */
interface Saved {
  readonly path: string;
  readonly text: "memo" | "note";
}

/** Items that a client keeps in mind, to read, change and delete them. */
const KEPT = 200;

/** Mixed requests of all clients, each measured. */
export class MeasuredLoad {
  /** Milliseconds of each request, by operation. */
  readonly times = new Map<string, number[]>();
  readonly #runner: LoadedRunner;
  readonly #saved = new Map<number, Saved[]>();
  #turn = 0;

  constructor(runner: LoadedRunner) {
    this.#runner = runner;
  }

  /** One request of a client: in twenty, six saves, four changes, one deletion, and nine reads. @throws Error when refused */
  async next(client: number): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn % 20;
    const saved = this.#saved.get(client) ?? [];
    this.#saved.set(client, saved);
    const item = saved[this.#turn % Math.max(1, saved.length)];
    if (turn < 3 || item === undefined) return this.#saveStock(client, saved);
    if (turn < 6) return this.#saveBookmark(client, saved);
    if (turn < 10) {
      const body = { [item.text]: `turn ${this.#turn}` };
      return this.#timed("change one", client, "PATCH", item.path, body);
    }
    if (turn === 10) {
      saved.splice(saved.indexOf(item), 1);
      return this.#timed("delete one", client, "DELETE", item.path);
    }
    if (turn < 14) return this.#timed("read one", client, "GET", item.path);
    if (turn < 16) return this.#timed("list decks", client, "GET", "/v1/stocks?limit=20");
    if (turn < 18) return this.#timed("list pages", client, "GET", "/v1/bookmarks?limit=20");
    if (turn === 18) return this.#timed("search pages", client, "GET", "/v1/bookmarks?q=sparrows&limit=20");
    return this.#timed("follow changes", client, "GET", "/v1/changes?limit=20");
  }

  async #saveStock(client: number, saved: Saved[]): Promise<void> {
    const send = () => this.#call<{ id: string }>(client, "POST", "/v1/stocks", { url: newDeck() });
    const { body } = await this.#measured("save deck", send);
    keep(saved, { path: `/v1/stocks/${body.id}`, text: "memo" });
  }

  async #saveBookmark(client: number, saved: Saved[]): Promise<void> {
    const url = `https://blog.example/sparrows-${this.#turn}`;
    const send = () => this.#call<{ id: string }>(client, "POST", "/v1/bookmarks", { url });
    const { body } = await this.#measured("save page", send);
    keep(saved, { path: `/v1/bookmarks/${body.id}`, text: "note" });
  }

  async #timed(operation: string, client: number, method: string, path: string, body?: unknown): Promise<void> {
    await this.#measured(operation, () => this.#call(client, method, path, body));
  }

  async #measured<T>(operation: string, send: () => Promise<Reply<T>>): Promise<Reply<T>> {
    const began = performance.now();
    const reply = await send();
    accepted(reply);
    const times = this.times.get(operation) ?? [];
    times.push(performance.now() - began);
    this.times.set(operation, times);
    return reply;
  }

  #call<T>(client: number, method: string, path: string, body?: unknown): Promise<Reply<T>> {
    const { outputs, users } = this.#runner;
    const headers = {
      authorization: `Bearer ${users[client]?.token}`,
      "content-type": "application/json",
      ...(method === "POST" ? { "idempotency-key": randomUUID() } : {}),
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    return request<T>(outputs.api_url, path, { method, headers, ...content });
  }
}

function keep(saved: Saved[], item: Saved): void {
  saved.push(item);
  if (saved.length > KEPT) saved.shift();
}
