import { table } from "../infra/guides/cost.ts";
import { waysOf } from "./cases.ts";
import type { FaultFeature } from "./feature.ts";
import { callsOf } from "./matrix.ts";

/** The table of cases in docs/reliability.md: every entry with its state, its calls and its cases, and their sums. */
export async function faultReport(features: readonly FaultFeature[]): Promise<string> {
  const rows: string[][] = [];
  const all = { calls: 0, cases: 0 };
  for (const feature of features) {
    for (const entry of feature.entries) {
      const calls = await callsOf(feature, entry);
      const cases = calls.flatMap(waysOf).length;
      rows.push([`\`${entry.of}\``, entry.when, String(calls.length), String(cases)]);
      all.calls += calls.length;
      all.cases += cases;
    }
  }
  return table(
    ["Entry", "State before", "Calls", "Cases"],
    [...rows, ["All", "", String(all.calls), String(all.cases)]],
  );
}
