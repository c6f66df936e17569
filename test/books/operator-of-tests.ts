import { beforeEach } from "vitest";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { BooksWorld, Operator } from "./books-world.ts";
import { booksWorld, operator } from "./books-world.ts";

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
