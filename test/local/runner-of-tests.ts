import { readLocalOptions } from "../../lib/local/options.ts";
import type { Runner, RunnerOptions } from "../../lib/local/runner.ts";
import { startRunner } from "../../lib/local/runner.ts";

/** All waits are scaled to a hundredth. */
export const TIME_SCALE = 0.01;

/** A runner in this process, and what it has said, a line each: the logs of its functions, too. */
export interface LoggedRunner extends Runner {
  readonly log: readonly string[];
}

/**
 * Starts a runner on any free port, with these options in place of those without environment variables.
 *
 * At the scaled times the schedules of all features fire every second, and each one loads its function; reconcile would
 * take a message that a busy machine has not processed within the scaled grace period for a lost one. So the schedules fire
 * only where a test asks for it.
 */
export async function startTestRunner(
  options: Partial<RunnerOptions> & Pick<RunnerOptions, "dataFolder">,
): Promise<LoggedRunner> {
  const log: string[] = [];
  const usual = { ...readLocalOptions({ PORT: "0" }), timeScale: TIME_SCALE, watch: false, schedules: false };
  const runner = await startRunner({ ...usual, say: (line) => log.push(line), ...options });
  return { ...runner, log };
}
