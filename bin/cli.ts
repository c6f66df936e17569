import { once } from "node:events";
import { systemClock } from "../client/clock.ts";
import { runCli } from "../lib/cli/run-cli.ts";
import { dataFolderOf } from "../lib/local/options.ts";
import { guardTerminal, replaceLine } from "../lib/terminal.ts";

guardTerminal();
process.exitCode = await runCli(process.argv.slice(2), {
  token: process.env.MAGPIE_TOKEN || undefined,
  dataFolder: dataFolderOf(process.env),
  env: process.env,
  out: (text) => process.stdout.write(text),
  write: async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  },
  err: (text) => process.stderr.write(text),
  bar: process.stderr.isTTY ? replaceLine : null,
  clock: systemClock,
});
