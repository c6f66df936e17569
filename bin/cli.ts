import { once } from "node:events";
import { homedir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../client/clock.ts";
import { runCli } from "../lib/cli/run-cli.ts";
import { askLine } from "../lib/cli/session/ask-line.ts";
import { systemKeychain } from "../lib/cli/session/keychain.ts";
import { SignIns } from "../lib/cli/session/sign-ins.ts";
import { dataFolderOf } from "../lib/local/options.ts";
import { guardTerminal, ownTerminal, replaceLine } from "../lib/terminal.ts";

guardTerminal();
// A reader that has seen enough, such as `head`, ends the command; a full disk fails it.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit();
  process.stderr.write(`magpie: standard output can't be written: ${message}.\n`);
  process.exit(1);
});

const dataFolder = dataFolderOf(process.env);

/** Where programs keep what a user has set (XDG Base Directory). */
const configFolder = join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "magpie");

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
  signIns: new SignIns(configFolder, systemKeychain),
  desk: {
    async openBrowser(url) {
      const { default: open } = await import("open");
      // Without a browser the person opens the printed address elsewhere.
      (await open(url)).once("error", () => undefined);
    },
    ask: process.stdin.isTTY
      ? (question, signal) => askLine({ input: process.stdin, output: ownTerminal }, question, signal)
      : null,
    say: (line) => process.stderr.write(`${line}\n`),
  },
  out: (text) => process.stdout.write(text),
  write: async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  },
  err: (text) => process.stderr.write(text),
  stdio: { input: process.stdin, output: process.stdout },
  bar: process.stderr.isTTY ? replaceLine : null,
  clock: systemClock,
  async signLocally(sub) {
    // Loaded on demand: no other command signs.
    const { TokenIssuer } = await import("../lib/local/gateway/token-issuer.ts");
    return (await TokenIssuer.open(dataFolder)).sign({ sub, groups: ["admin"], expiresInSeconds: 3_600 });
  },
  interruption,
});
