import { MagpieError } from "../../../client/magpie-error.ts";
import type { Cli } from "../cli.ts";
import type { Check, Finding } from "../doctor/check.ts";
import { fail } from "../doctor/check.ts";
import { findingOfError } from "../doctor/finding-of-error.ts";
import type { CheckResult } from "../doctor/run-checks.ts";
import { runChecks } from "../doctor/run-checks.ts";
import { failureLine } from "../failure-line.ts";
import type { FoundApi } from "../found-api.ts";

/** A step with its finding, as `--json` prints it. */
export interface StepResult extends CheckResult {
  readonly took_ms: number;
}

/** Every step has its own time limit; this one ends a step that hangs. */
const TIMEOUT_MS = 240_000;

/**
 * Makes steps at the same time, and measures them. A step that could not be made counts as failed, since it proves nothing.
 *
 * @param api the API of the steps' requests, once it is known
 */
export async function runSteps(
  steps: readonly Check[],
  clock: Cli["clock"],
  signal: AbortSignal,
  api?: FoundApi,
): Promise<StepResult[]> {
  const took = new Map<string, number>();
  const results = await runChecks(
    steps.map(({ name, run }) => ({
      name,
      timeoutMs: TIMEOUT_MS,
      async run() {
        const began = clock.now().getTime();
        try {
          return await run();
        } catch (error) {
          return findingOf(error, signal, api);
        } finally {
          took.set(name, clock.now().getTime() - began);
        }
      },
    })),
  );
  return results.map((result) => ({
    ...result,
    status: result.status === "skipped" ? "fail" : result.status,
    took_ms: took.get(result.name) ?? TIMEOUT_MS,
  }));
}

function findingOf(error: unknown, { aborted }: AbortSignal, api: FoundApi | undefined): Finding {
  if (aborted) return fail("It was interrupted.", "Run it again.");
  if (error instanceof MagpieError)
    return fail(failureLine(error, api, undefined), "Run it again when that is repaired.");
  return findingOfError(error);
}
