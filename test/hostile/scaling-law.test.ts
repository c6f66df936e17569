import { describe, expect, it } from "vitest";
import { load } from "../local/under-load/load.ts";
import { offenceAgainstLinearTime } from "./cpu-time.ts";
import { hardestShapes } from "./hostile-texts.ts";
import { READERS } from "./readers.ts";

/** How much of a reader's limit is tried: the ratio shows at any size, and a second at the limit is CI's to see. */
const SHARE = load(1, 1 / 16);

// What a stranger sends must cost us no more than its length: at most 2.6 times as much CPU time for twice the bytes, and
// at most a second for as many as are taken.
describe("a text of a stranger's takes time linear in its length", () => {
  it.each(READERS)("$name", async (reader) => {
    const offences: string[] = [];
    for (const { name, make } of await hardestShapes(reader)) {
      const offence = await offenceAgainstLinearTime({ make, read: reader.read }, reader.limit, SHARE);
      if (offence !== null) offences.push(`${name}: ${offence}`);
    }
    expect(offences).toEqual([]);
  });
});
