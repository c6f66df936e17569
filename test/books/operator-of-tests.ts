import { beforeEach } from "vitest";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import type { BooksWorld, Collector, Operator } from "./books-world.ts";
import { booksApi, booksWorld, collector, operator, volume, volumesAnswer } from "./books-world.ts";

/** The world of the current test, and its administrator. */
export let world: BooksWorld;
export let admin: Operator;

/** Creates both for each test. Jobs and books are shared by all users, so that each test needs tables of its own. */
export function operatorOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(() => {
    world = booksWorld(dynamo);
    admin = operator(world);
  });
}

/** A request as an administrator. */
export const send = (request: HttpRequest) => booksApi(world)({ user: "olga", groups: ["admin"], ...request });
/** Requests of a job, by its name. */
export const put = (name: string, body: unknown) => send({ route: "PUT /v1/jobs/{name}", params: { name }, body });
export const of = (route: string, name: string, query: Record<string, string> = {}) =>
  send({ route, params: { name }, query });

/** A worker whose every page is one book of 1,000, named after its position. */
export function oneByOne(): Collector {
  return collector(world, async ({ url }) =>
    volumesAnswer([volume(`volume-${new URL(url).searchParams.get("startIndex")}`)], 1_000),
  );
}
