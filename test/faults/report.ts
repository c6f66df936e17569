import { WAYS } from "../emulators/broken-call.ts";
import { table } from "../infra/guides/cost.ts";
import type { FaultFeature } from "./feature.ts";
import { callsOf } from "./matrix.ts";

/** The table of cases in docs/reliability.md: every entry with its state, its calls and its cases, and their sums. */
export async function faultReport(features: readonly FaultFeature[]): Promise<string> {
  const rows: string[][] = [];
  let sum = 0;
  for (const feature of features) {
    for (const entry of feature.entries) {
      const calls = await callsOf(feature, entry);
      rows.push([`\`${entry.of}\``, entry.when, ...counted(calls.length)]);
      sum += calls.length;
    }
  }
  return table(["Entry", "State before", "Calls", "Cases"], [...rows, ["All", "", ...counted(sum)]]);
}

function counted(calls: number): string[] {
  return [String(calls), String(calls * WAYS.length)];
}
