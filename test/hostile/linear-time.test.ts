import { describe, expect, it } from "vitest";
import { load } from "../load.ts";
import { linearTimeViolation } from "./cpu-time.ts";
import { hardestShapes } from "./hardest-shapes.ts";
import { READERS } from "./readers.ts";

/** The tested share of a reader's limit: the ratio shows at any size, and the second at the limit is tested in CI. */
const SHARE = load(1, 1 / 32);

// Reading untrusted text takes time linear in its length: at most 2.6 times the CPU time for twice the bytes, and at most a
// second for the largest text.
describe("a hostile text takes time linear in its length", () => {
  it.each(READERS)("$name", async (reader) => {
    const violations: string[] = [];
    for (const { name, make } of await hardestShapes(reader)) {
      const violation = await linearTimeViolation({ make, ...reader }, reader.limit, SHARE);
      if (violation !== null) violations.push(`${name}: ${violation}`);
    }
    expect(violations, `Read what ${reader.covers.join(", ")} reads in one pass`).toEqual([]);
  });
});
