import { resolve } from "node:path";
import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import type { Cli } from "../cli.ts";
import { CliError } from "../cli-error.ts";
import type { Check } from "./check.ts";
import type { LiveWorld } from "./live/live-checks.ts";
import type { LocalSystem } from "./local-system.ts";
import { report } from "./report.ts";
import { runChecks } from "./run-checks.ts";
import type { DeployedStage } from "./stage/deployed-stage.ts";

export interface DoctorContext {
  readonly token: string | undefined;
  readonly dataFolder: string;
  /** The variables that the local runner reads. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const GHOST_DEMO = "https://demo.ghost.io/";
const ROOT = resolve(import.meta.dirname, "../../..");

/** `magpie doctor`: checks everything that the system depends on. */
export function addDoctorCommand(program: Command, cli: Cli, surroundings: DoctorContext): void {
  program
    .command("doctor")
    .description("check this machine and the local system, or with --stage a deployed one, and print remedies")
    .option("--live", "also request each external site once, and report answers that the readers can't read")
    .option("--ghost <address>", "the Ghost site that --live requests", httpsAddress, GHOST_DEMO)
    .action(async ({ live, ghost }: { live?: true; ghost: string }) => {
      const { stage } = program.opts<{ stage?: string }>();
      const side = stage === undefined ? await localSide(surroundings) : await stageSide(stage, cli, surroundings);
      const outside = live ? await liveSide(ghost, side, cli, surroundings) : [];
      const results = await runChecks([...side.checks, ...outside]);
      cli.print({ checks: results }, report(results));
      const failed = results.filter(({ status }) => status === "fail");
      if (failed.length > 0) {
        throw new CliError(`${failed.length} of ${results.length} checks failed.`);
      }
    });
}

function httpsAddress(text: string): string {
  if (URL.parse(text)?.protocol !== "https:")
    throw new InvalidArgumentError("It must be an address such as https://blog.example/.");
  return text;
}

// Loaded on demand: the SDK and the readers take longer to load than the rest of the command line.

/** The checks of one system, and the settings for its checks of external sites. */
interface Side {
  readonly checks: readonly Check[];
  readonly system?: LocalSystem;
  readonly stage?: DeployedStage;
}

async function localSide({ token, dataFolder, env }: DoctorContext): Promise<Side> {
  const [{ localChecks }, { localSystem }, { machineChecks }] = await Promise.all([
    import("./local-checks.ts"),
    import("./local-system.ts"),
    import("./machine/machine-checks.ts"),
  ]);
  const system = localSystem(dataFolder, token);
  const machine = machineChecks({
    root: ROOT,
    nodeVersion: process.versions.node,
    port: env.PORT,
    dataFolder,
    runningAt: system?.outputs.api_url,
  });
  if (system === undefined) {
    const found = `No local system runs on the data folder ${resolve(dataFolder)}.`;
    const remedy = "Start it with npm start, or set MAGPIE_DATA_DIR to the folder of one that runs.";
    return { checks: [...machine, { name: "local-system", run: async () => ({ status: "skipped", found, remedy }) }] };
  }
  return { checks: [...machine, ...localChecks(system)], system };
}

async function stageSide(name: string, cli: Cli, { token }: DoctorContext): Promise<Side> {
  const [{ DeployedStage }, { stageChecks }, { stageClients }] = await Promise.all([
    import("./stage/deployed-stage.ts"),
    import("./stage/stage-checks.ts"),
    import("./stage/stage-clients.ts"),
  ]);
  const stage = new DeployedStage(name, stageClients());
  return { checks: stageChecks(stage, token, () => cli.clock.now()), stage };
}

async function liveSide(
  ghost: string,
  { stage, system }: Side,
  cli: Cli,
  { env }: DoctorContext,
): Promise<readonly Check[]> {
  const [{ liveChecks }, { localAccess, externalFetch, stageAccess }] = await Promise.all([
    import("./live/live-checks.ts"),
    import("./live/live-access.ts"),
  ]);
  const access: Pick<LiveWorld, "googleBooks" | "mercari"> =
    stage === undefined ? localAccess(system, env) : stageAccess(stage);
  return liveChecks({ ...access, fetch: externalFetch, ghost, sleep: (ms) => cli.clock.sleep(ms) });
}
