import { commandArguments } from "../lib/cli/command-arguments.ts";
import { untilStopped } from "../lib/local/until-stopped.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

const { watch } = commandArguments({ watch: { type: "boolean", default: false } }, "npm start [-- --watch]");

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
    say: (line) => console.error(line),
  });
  console.log(`magpie ready ${runner.outputs.api_url}`);
  return runner;
});
