import { expect, it } from "vitest";
import { chaos } from "./chaos.ts";
import { DEFECTS, tableOf } from "./row.ts";

/** Three quarters of a minute: seven faults. Longer runs: npm run chaos. */
const MS = 45_000;
/** Determines the faults and the actions; this one has every kind of fault. */
const SEED = 7;

it("under load and faults no request is lost, doubled or stuck, and nobody is told twice", async () => {
  const lines: string[] = [];
  const { rows, faults, skipped, journal } = await chaos({ ms: MS, seed: SEED, say: (line) => lines.push(line) });
  expect(new Set(faults.map(({ kind }) => kind)).size + skipped.length).toBeGreaterThan(3);
  expect(journal.entries.filter(({ outcome }) => outcome === "accepted").length).toBeGreaterThan(10);
  const defects = rows.flatMap((row) => DEFECTS.flatMap((defect) => row[defect].map((id) => `${row.what}: ${id}`)));
  expect(defects, `${lines.join("\n")}\n${tableOf(rows)}`).toEqual([]);
});
