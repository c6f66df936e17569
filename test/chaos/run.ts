// Runs the local runner under load and random faults, and prints what became of every request. It exits 1 when any was lost,
// doubled or stuck, or anyone was told twice: npm run chaos -- [--minutes 10] [--seed 1]
import { commandArguments } from "../../lib/cli/command-arguments.ts";
import { chaos } from "./chaos.ts";
import { hasDefect, tableOf } from "./row.ts";

const USAGE = "npm run chaos -- [--minutes 10] [--seed 1]";
const MINUTE_MS = 60_000;

const given = commandArguments(
  { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
  USAGE,
);
const [minutes, seed] = [Number(given.minutes), Number(given.seed)];
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error(`Minutes must be a number above 0, and the seed a whole number.\nusage: ${USAGE}`);
  process.exit(2);
}
const { rows, faults, skipped, journal } = await chaos({ ms: minutes * MINUTE_MS, seed, say: console.error });
console.log(tableOf(rows));
const reads = [...journal.reads].map(([what, { answered, failed }]) => `${what} ${answered} of ${answered + failed}`);
console.log(`reads that were answered: ${reads.join(", ")}`);
const refusals = Map.groupBy(
  journal.entries.filter(({ outcome }) => outcome === "refused"),
  ({ feature, reason }) => `${feature} ${reason}`,
);
for (const [what, { length }] of refusals) console.log(`refused, ${length} times: ${what}`);
console.log(`faults: ${faults.length}, seed ${seed}${skipped.map((line) => `; skipped: ${line}`).join("")}`);
process.exit(hasDefect(rows) ? 1 : 0);
