import { commandArguments } from "../lib/local/command-arguments.ts";
import { readLocalOptions } from "../lib/local/options.ts";
import { startRunner } from "../lib/local/runner.ts";
import { untilStopped } from "../lib/local/until-stopped.ts";

const { watch } = commandArguments({ watch: { type: "boolean", default: false } }, "npm start [-- --watch]");

// Files of the emulators in the data folder are accessible by this user only, as is the folder.
process.umask(0o077);

await untilStopped(async () => {
  const runner = await startRunner({
    ...readLocalOptions(process.env),
    watch,
    say: (line) => console.error(line),
  });
  console.log(`magpie ready ${runner.outputs.api_url}`);
  return runner;
});
