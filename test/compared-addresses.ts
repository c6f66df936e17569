import { expect } from "vitest";

/** Marks that a worker has the comparison: it goes through many files, and each comparison of a test asks all that there are. */
const IS_THERE = Symbol.for("addresses are compared");

/**
 * Compares addresses by what they say. `toMatchObject` looks at the properties of an object's own, and an address has none: any
 * one matches any other.
 */
if (!(IS_THERE in globalThis)) {
  Object.assign(globalThis, { [IS_THERE]: true });
  expect.addEqualityTesters([
    (one: unknown, other: unknown) =>
      one instanceof URL && other instanceof URL ? one.href === other.href : undefined,
  ]);
}
