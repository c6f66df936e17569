import { commandArguments } from "../lib/cli/command-arguments.ts";
import { untilStopped } from "../lib/local/until-stopped.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

const { watch, verbose } = commandArguments(
  { watch: { type: "boolean", default: false }, verbose: { type: "boolean", default: false } },
  "npm start [-- [--watch] [--verbose]]",
);

// Files of the emulators in the data folder are accessible by this user only, as is the folder.
process.umask(0o077);

await untilStopped(async (ending) => {
  // Loading takes most of a second, in which a signal must end the process as it does later.
  const [{ readLocalOptions }, { startRunner }] = await Promise.all([
    import("../lib/local/options.ts"),
    import("../lib/local/runner.ts"),
  ]);
  const runner = await startRunner({
    ...readLocalOptions(process.env),
    watch,
    ending,
    brief: !verbose,
    say: (line) => console.error(line),
  });
  console.log(`magpie ready ${runner.outputs.api_url}`);
  if (verbose) console.error(runner.report);
  console.error(`Open ${runner.outputs.console.url}`);
  return runner;
});
