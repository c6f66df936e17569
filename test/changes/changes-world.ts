import { bookmarkChanges } from "../../lambdas/bookmarks/changes.ts";
import type { ChangesServices } from "../../lambdas/changes/list-changes.ts";
import { listChanges } from "../../lambdas/changes/list-changes.ts";
import type { Change } from "../../lambdas/changes/routes.ts";
import { changesRoutes } from "../../lambdas/changes/routes.ts";
import type { Clock } from "../../lambdas/shared/clock.ts";
import { httpApi } from "../../lambdas/shared/http/http-api.ts";
import { stockChanges } from "../../lambdas/slides/changes.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import { answerTo } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";

/** As in the template. */
export const OVERLAP_MS = 4 * MINUTE;

/** The services of the feed, with emulated tables. */
export function changesWorld({ client }: Pick<TestDynamo, "client">, clock: Clock): ChangesServices {
  return {
    sources: {
      bookmark: bookmarkChanges(client, "bookmarks", "https://alice.example"),
      stock: stockChanges(client, "stocks", "https://alice.example"),
    },
    clock,
    overlapMs: OVERLAP_MS,
  };
}

/** The feed's HTTP function, built like the deployed entry. */
export function changesApi(world: ChangesServices): (request: Partial<HttpRequest>) => Promise<HttpAnswer> {
  const handler = httpApi({
    routes: changesRoutes,
    environment: {},
    services: () => world,
    operations: { listChanges },
  });
  return (request) => answerTo(handler, { route: "GET /v1/changes", ...request });
}

/** A program that follows the changes of a user and keeps a copy of the items. */
export class Follower {
  /** By type and id. */
  readonly copy = new Map<string, Change["item"]>();
  /** The changes of the latest page. */
  changes: readonly Change[] = [];
  #cursor: string | null = null;
  readonly #send: ReturnType<typeof changesApi>;
  readonly #user: string;

  constructor(send: ReturnType<typeof changesApi>, user: string) {
    this.#send = send;
    this.#user = user;
  }

  /** Applies the next page. @returns whether there is more */
  async readPage(limit = 100): Promise<boolean> {
    const query = { limit: String(limit), ...(this.#cursor === null ? {} : { cursor: this.#cursor }) };
    const { status, body } = await this.#send({ user: this.#user, query });
    if (status !== 200) throw new Error(`The feed answered ${status}: ${JSON.stringify(body)}`);
    this.changes = body.changes as Change[];
    for (const { type, id, deleted, item } of this.changes) {
      if (deleted) this.copy.delete(`${type} ${id}`);
      else this.copy.set(`${type} ${id}`, item);
    }
    this.#cursor = body.next_cursor;
    return body.more;
  }

  /** Reads until there is no more. @returns all changes that were read */
  async catchUp(limit = 100): Promise<readonly Change[]> {
    const all: Change[] = [];
    for (let more = true; more; ) {
      more = await this.readPage(limit);
      all.push(...this.changes);
    }
    return all;
  }
}
