import { once } from "node:events";
import { systemClock } from "../client/clock.ts";
import { runCli } from "../lib/cli/run-cli.ts";
import { dataFolderOf } from "../lib/local/options.ts";
import { guardTerminal, replaceLine } from "../lib/terminal.ts";

guardTerminal();
// A reader that has seen enough, such as `head`, ends the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const dataFolder = dataFolderOf(process.env);

/** Another Ctrl-C ends the process as usual. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

process.exitCode = await runCli(process.argv.slice(2), {
  token: process.env.MAGPIE_TOKEN || undefined,
  dataFolder,
  env: process.env,
  out: (text) => process.stdout.write(text),
  write: async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  },
  err: (text) => process.stderr.write(text),
  bar: process.stderr.isTTY ? replaceLine : null,
  clock: systemClock,
  async signLocally(sub) {
    // Loaded on demand: no other command signs.
    const { TokenIssuer } = await import("../lib/local/gateway/token-issuer.ts");
    return (await TokenIssuer.open(dataFolder)).sign({ sub, groups: ["admin"], expiresInSeconds: 3_600 });
  },
  interruption,
});
