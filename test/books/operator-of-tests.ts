import { beforeEach } from "vitest";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { BooksWorld, Operator } from "./books-world.ts";
import { booksWorld, operator } from "./books-world.ts";

/** The world of the test that runs, and the administrator in it. */
export let world: BooksWorld;
export let admin: Operator;

/** Makes both for each test. Jobs and books are everybody's, so each test has tables of its own. */
export function operatorOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(() => {
    world = booksWorld(dynamo);
    admin = operator(world);
  });
}
