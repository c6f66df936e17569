import { expect, it } from "vitest";
import { chaos } from "./chaos.ts";
import { DEFECTS, tableOf } from "./row.ts";

/** A quarter of a minute: some faults. Longer runs: npm run chaos. */
const MS = 15_000;
/** Determines the faults and the actions. */
const SEED = 7;

it("under load and faults no request is lost, doubled or stuck, and nobody is told twice", async () => {
  const lines: string[] = [];
  const { rows, faults, skipped, journal } = await chaos({ ms: MS, seed: SEED, say: (line) => lines.push(line) });
  expect(new Set(faults.map(({ kind }) => kind)).size + skipped.length).toBeGreaterThan(2);
  expect(journal.entries.filter(({ outcome }) => outcome === "accepted").length).toBeGreaterThan(0);
  const defects = rows.flatMap((row) => DEFECTS.flatMap((defect) => row[defect].map((id) => `${row.what}: ${id}`)));
  expect(defects, `${lines.join("\n")}\n${tableOf(rows)}`).toEqual([]);
});
