import type { Command } from "commander";
import { MagpieClient } from "../../../client/magpie-client.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../cli-error.ts";
import { ok } from "../doctor/check.ts";
import { report } from "../doctor/report.ts";
import type { StepResult } from "./run-steps.ts";
import type { SignedInUser, SmokedSystem, SystemUnderSmoke } from "./smoked-system.ts";

export interface SmokeContext {
  readonly token: string | undefined;
  readonly dataFolder: string;
  /** Signs a token that the local system accepts as an administrator's. */
  readonly signLocally: (sub: string) => Promise<string>;
  /** From this call on, a signal that Ctrl-C aborts, instead of ending the process. */
  readonly interruption: () => AbortSignal;
}

/** Seconds to wait for the dead letter of a failure. */
const LETTER_WAIT = 5;
const REMOVAL_MS = 30_000;

/** `magpie smoke`: uses a system as its users do, and deletes the items that it has made. */
export function addSmokeCommand(program: Command, cli: Cli, surroundings: SmokeContext): void {
  program
    .command("smoke")
    .description(
      "use the local system, or with --stage a deployed one, as its users do, and delete the items of the run",
    )
    .action(async () => {
      const { stage } = program.opts<{ stage?: string }>();
      const signal = surroundings.interruption();
      const results = await smoke(() => findSystem(stage, surroundings), cli, signal);
      cli.print({ steps: results }, report(results.map(withDuration)));
      const failed = results.filter(({ status }) => status !== "ok");
      if (signal.aborted) throw new CliError("The smoke test was interrupted; its items are deleted.");
      if (failed.length > 0) throw new CliError(`${failed.length} of ${results.length} steps failed.`);
    });
}

// Loaded on demand: the SDK takes longer to load than the rest of the command line.

async function findSystem(
  stage: string | undefined,
  { token, dataFolder, signLocally }: SmokeContext,
): Promise<SystemUnderSmoke> {
  if (stage === undefined) return (await import("./local-side.ts")).localUnderSmoke(dataFolder, token, signLocally);
  return (await import("./stage-side.ts")).stageUnderSmoke(stage, token);
}

/** Signs in, makes the steps at the same time, and deletes everything, even after failures. */
async function smoke(find: () => Promise<SystemUnderSmoke>, cli: Cli, signal: AbortSignal): Promise<StepResult[]> {
  const [{ runSteps }, { steps }, { removeLeftovers, countLeftovers }, { waitingBy }] = await Promise.all([
    import("./run-steps.ts"),
    import("./steps.ts"),
    import("./leftovers.ts"),
    import("./waiting-by.ts"),
  ]);
  let system: SystemUnderSmoke | undefined;
  let user: SignedInUser | undefined;
  const signedIn = await runSteps(
    [
      {
        name: "sign-in",
        async run() {
          system = await find();
          user = await system.signIn();
          return ok(user.sub === undefined ? "The user of MAGPIE_TOKEN is used." : "A test user is signed in.");
        },
      },
    ],
    cli.clock,
    signal,
  );
  if (system === undefined || user === undefined) return signedIn;
  const { api, remove } = user;
  const client = new MagpieClient({ baseUrl: api.baseUrl, token: api.token });
  const smoked: SmokedSystem = { ...(system as SystemUnderSmoke), client, user, wait: waitingBy(cli.clock, signal) };
  const run = (of: Parameters<typeof runSteps>[0]) => runSteps(of, cli.clock, signal, api);

  const before = await run([
    {
      name: "leftovers",
      async run() {
        const count = await removeLeftovers(smoked, 1);
        return ok(count === 0 ? "No earlier run has left anything." : `${count} items of an earlier run were deleted.`);
      },
    },
  ]);
  const used = signal.aborted || before.some(({ status }) => status !== "ok") ? [] : await run(steps(smoked));
  const hasFailed = used.some(({ status }) => status !== "ok");
  // It must not be interrupted: waiting without the signal.
  const uninterrupted = waitingBy(cli.clock, new AbortController().signal);
  const after = await runSteps(
    [
      {
        name: "clean-up",
        async run() {
          try {
            const count = await removeLeftovers(smoked, hasFailed ? LETTER_WAIT : 1);
            const isGone = await uninterrupted.until(
              async () => ((await countLeftovers(smoked)) === 0 ? true : undefined),
              REMOVAL_MS,
            );
            if (!isGone) throw new CliError("The lists still show deleted items. The next run deletes them again.");
            return ok(`${count} items were deleted; nothing is left.`);
          } finally {
            await remove();
          }
        },
      },
    ],
    cli.clock,
    new AbortController().signal,
    api,
  );
  return [...signedIn, ...before, ...used, ...after];
}

function withDuration(result: StepResult): StepResult {
  return { ...result, found: `${(result.took_ms / 1_000).toFixed(1).padStart(5)} s  ${result.found}` };
}
