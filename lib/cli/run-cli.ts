import { Command, CommanderError, Option } from "commander";
import type { Clock } from "../../client/clock.ts";
import { MagpieClient } from "../../client/magpie-client.ts";
import type { MagpieClientOptions } from "../../client/transport.ts";
import { VERSION } from "../bundling/version.ts";
import { oneLine } from "../terminal.ts";
import { addBookCommands } from "./book.ts";
import { addBookmarkCommands } from "./bookmark.ts";
import type { Cli } from "./cli.ts";
import { addDoctorCommand } from "./doctor/doctor.ts";
import { addFailedJobCommands } from "./failed-job.ts";
import { failureLine } from "./failure-line.ts";
import type { Surroundings } from "./find-api.ts";
import { findApi, findSite } from "./find-api.ts";
import type { FoundApi } from "./found-api.ts";
import { addJobCommands } from "./jobs/job.ts";
import { addRunDueCommand } from "./jobs/run-due.ts";
import { addMcpCommand } from "./mcp/mcp.ts";
import type { Stdio } from "./mcp/serve.ts";
import { addMentionCommands } from "./mention.ts";
import { addAlarmCommands, addNoticeCommands, addQueueCommands } from "./operations.ts";
import { addProductCommands } from "./product.ts";
import { addRecommendationCommands } from "./recommendation.ts";
import { requireSecure } from "./require-secure.ts";
import type { Desk } from "./session/log-in.ts";
import { addSessionCommands } from "./session/session.ts";
import type { Named } from "./session/sign-ins.ts";
import { addCompletionCommands } from "./shell/completion.ts";
import { addDailyCommands } from "./shell/daily.ts";
import { addSmokeCommand } from "./smoke/smoke.ts";
import { addStockCommands } from "./stock.ts";
import { addUserCommands } from "./user.ts";

export interface CliContext extends Surroundings {
  /** The terminal and browser with which a person signs in. */
  readonly desk: Desk;
  /** The environment variables, such as the local runner reads. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output: results, and requested help. */
  readonly out: (text: string) => void;
  /** Writes to standard output, and resolves when there is room for more. */
  readonly write: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  /** Standard input and output, for a protocol. */
  readonly stdio: Stdio;
  /** Replaces a line of the terminal; null without a terminal. */
  readonly bar: ((line: string) => void) | null;
  /** Determines due jobs, and waits between two requests for a run's state. */
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** Signs a token that the local system accepts as an administrator's. */
  readonly signLocally: (sub: string) => Promise<string>;
  /** From this call on, a signal that Ctrl-C aborts, instead of ending the process. */
  readonly interruption: () => AbortSignal;
}

/** 0: success; 1: refused or failed; 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Few attempts, since an operator waits for the answer. */
const RETRY = { maxAttempts: 3, firstWaitMs: 100, longestWaitMs: 1_000, attemptTimeoutMs: 10_000, deadlineMs: 15_000 };

const CALLED = "npm run -s magpie --";

const MORE_HELP = `
Examples:
  ${CALLED} login --stage prod --scope save
  ${CALLED} save https://example.com/page --tag tea --note "for Friday"
  ${CALLED} search tea "green leaves"
  ${CALLED} mcp
  ${CALLED} queue ls
  ${CALLED} queue redrive oembed-fetch
  ${CALLED} alarm ls --ringing
  ${CALLED} failed-job ls --retryable --json
  ${CALLED} job add go-books --query intitle:golang --schedule daily
  ${CALLED} job run go-books
  ${CALLED} job runs go-books
  ${CALLED} run-due --dry-run
  ${CALLED} bookmark add https://example.com/page
  ${CALLED} bookmark export --format html --out bookmarks.html
  ${CALLED} bookmark import bookmarks.html --dry-run
  ${CALLED} book ls --job go-books --limit 20
  ${CALLED} recommendation add https://example.com/
  ${CALLED} failed-job retry --all --code upstream_error
  ${CALLED} product ls
  ${CALLED} mention ls --status verified
  ${CALLED} user export alice --format json --out alice
  ${CALLED} doctor --stage prod
  ${CALLED} smoke --stage prod

Environment:
  MAGPIE_DATA_DIR  the local system's data folder (default .magpie)
  MAGPIE_TOKEN     the user's token in place of magpie login's: bookmark and stock
                   are about that user, and the other commands need an
                   administrator's. The local system has an administrator's of
                   its own

Exit code: 0 done, 1 refused or failed, 2 wrong usage.`;

/**
 * Runs one command line.
 *
 * @param args the arguments after `npm run -s magpie --`
 * @throws only for a bug; every failure that an operator can fix is one line on standard error instead
 */
export async function runCli(args: readonly string[], surroundings: CliContext): Promise<ExitCode> {
  const { out, err, write, clock, bar } = surroundings;
  const program = new Command(CALLED)
    .description("Manages a Magpie: the local one, or with --stage one deployed to AWS.")
    .version(VERSION, "--version", "print the version of this tree; GET /v1/health has that of a stage")
    .option("--json", "print the API's JSON instead of a table")
    .option("--stage <name>", "work on the stack magpie-<name>, with the AWS credentials of the environment")
    .addOption(
      new Option("--url <site>", "work on the system of this site, after magpie login there").conflicts("stage"),
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text, write) => write(text.replace(/^error: /, "magpie: ")),
    })
    .showHelpAfterError("Add --help for the usage.")
    .exitOverride();
  program.addHelpText("after", MORE_HELP);

  let api: FoundApi | undefined;
  let lister: string | undefined;
  program.hook("preAction", (_, command) => {
    lister = listerBeside(command, program);
  });
  const cli: Cli = {
    async client() {
      api = await findApi(program.opts<Named>(), surroundings);
      return clientOf(api, clock);
    },
    print(answer, text) {
      out(`${program.opts<{ json?: true }>().json ? JSON.stringify(answer) : text}\n`);
    },
    write,
    progress: (line) => err(`${oneLine(line)}\n`),
    bar,
    clock,
  };
  addDailyCommands(program, cli);
  addQueueCommands(program, cli);
  addAlarmCommands(program, cli);
  addBookmarkCommands(program, cli);
  addFailedJobCommands(program, cli);
  addStockCommands(program, cli);
  addJobCommands(program, cli);
  addRunDueCommand(program, cli);
  addBookCommands(program, cli);
  addProductCommands(program, cli);
  addRecommendationCommands(program, cli);
  addMentionCommands(program, cli);
  addNoticeCommands(program, cli);
  addUserCommands(program, cli);
  addSessionCommands(program, cli, {
    signIns: surroundings.signIns,
    desk: surroundings.desk,
    findSite: () => findSite(program.opts<Named>(), surroundings),
    findToken: () => findApi(program.opts<Named>(), surroundings),
  });
  addMcpCommand(program, cli, {
    ...surroundings,
    named: () => program.opts<Named>(),
    clientOf: (found) => clientOf(found, clock),
  });
  addDoctorCommand(program, cli, surroundings);
  addSmokeCommand(program, cli, surroundings);
  addCompletionCommands(program, cli);

  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    err(`magpie: ${oneLine(failureLine(error, api, lister))}\n`);
    return 1;
  }
}

function clientOf(api: FoundApi, clock: Pick<Clock, "now">): MagpieClient {
  return new MagpieClient({ baseUrl: requireSecure(api.baseUrl), token: tokenOf(api, clock), retry: RETRY });
}

/** The token of each request: the next one of the sign-in once the API has refused the one before, for all requests at once. */
function tokenOf({ token, nextToken }: FoundApi, clock: Pick<Clock, "now">): MagpieClientOptions["token"] {
  if (nextToken === undefined) return token;
  let latest = token;
  let next: Promise<string> | null = null;
  return async (refused) => {
    if (refused !== latest) return latest;
    next ??= nextToken(clock.now()).finally(() => {
      next = null;
    });
    latest = await next;
    return latest;
  };
}

/** The command that lists the resources of this command's noun; undefined when there is none. */
function listerBeside(command: Command, program: Command): string | undefined {
  let noun = command;
  while (noun.parent !== null && noun.parent !== program) noun = noun.parent;
  return noun.commands.some((verb) => verb.name() === "ls") ? `${CALLED} ${noun.name()} ls` : undefined;
}
