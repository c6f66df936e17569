// A process of its own for each defect, since modules are loaded once. Its parent is run.ts.
import { isDeepStrictEqual } from "node:util";
import { WAYS } from "../../emulators/broken-call.ts";
import { casesOf } from "../cases.ts";
import { FAULT_FEATURES } from "../every-feature.ts";

/** The first case of a feature that does not hold, in words; null if all hold. */
async function firstDifference(name: string): Promise<string | null> {
  const feature = FAULT_FEATURES.find((one) => one.name === name);
  if (feature === undefined) throw new Error(`No feature is called ${name}.`);
  for (const entry of feature.entries) {
    const of = `\`${entry.of}\`, ${entry.when}`;
    let where = "without a fault";
    try {
      for await (const { call, way, seen, expected } of casesOf(feature, entry, () => WAYS)) {
        where = `${call}, \`${way}\``;
        // A property without a value is no difference.
        if (!isDeepStrictEqual(plain(seen), plain(expected))) return `${of}: ${where}`;
      }
    } catch {
      // A case that can't come to its end is found, too: a queue that never empties, a run that fails.
      return `${of}: ${where}`;
    }
  }
  return null;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const [, , name = ""] = process.argv;
// The functions write their log lines to standard output.
process.stdout.write = () => true;
process.send?.({ found: await firstDifference(name) });
process.disconnect();
