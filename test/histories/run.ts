// Searches histories of every feature for one that the model can't explain:
// npx node test/histories/run.ts [--runs 10000] [--seed 1] [--feature stocks]
import { parseArgs } from "node:util";
import { HISTORY_FEATURES } from "./every-feature.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    feature: { type: "string" },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
const features = HISTORY_FEATURES.filter(({ name }) => values.feature === undefined || name === values.feature);
if (features.length === 0) throw new Error(`No feature is called ${values.feature}.`);

// The functions write their log lines to standard output.
process.stdout.write = () => true;
for (const feature of features) {
  const started = performance.now();
  await feature.search({ runs, seed });
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.error(`${feature.name}: ${runs} histories, seed ${seed}, ${seconds} s`);
}
