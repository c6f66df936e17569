import { parseArgs } from "node:util";
import { readLocalOptions } from "../lib/local/options.ts";
import { startRunner } from "../lib/local/runner.ts";
import { untilStopped } from "../lib/local/until-stopped.ts";

const { values } = parseArgs({ options: { watch: { type: "boolean", default: false } } });

await untilStopped(async () => {
  const runner = await startRunner({
    ...readLocalOptions(process.env),
    watch: values.watch,
    say: (line) => console.error(line),
  });
  console.log(`magpie ready ${runner.outputs.api_url}`);
  return runner;
});
