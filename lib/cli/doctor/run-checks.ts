import type { Check, CheckStatus, Finding } from "./check.ts";
import { fail } from "./check.ts";
import { findingOfError } from "./finding-of-error.ts";

/** A check with its finding, as `--json` prints it. */
export interface CheckResult {
  readonly name: string;
  readonly status: CheckStatus;
  readonly found: string;
  /** Null where the status is `ok`. */
  readonly remedy: string | null;
}

const TIMEOUT_MS = 20_000;

/**
 * Runs all checks concurrently, each within its time-out and independent of the others.
 *
 * @returns in the checks' order
 */
export function runChecks(checks: readonly Check[]): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async (check) => {
      const { status, found, remedy } = await runCheck(check);
      return { name: check.name, status, found, remedy: remedy ?? null };
    }),
  );
}

async function runCheck(check: Check): Promise<Finding> {
  const { timeoutMs = TIMEOUT_MS } = check;
  const late = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => {
    late.resolve(
      fail(`There was no answer within ${timeoutMs / 1_000} s.`, "Check the network, and run the doctor again."),
    );
  }, timeoutMs);
  try {
    return await Promise.race([check.run(), late.promise]);
  } catch (error) {
    return findingOfError(error);
  } finally {
    clearTimeout(timer);
  }
}
