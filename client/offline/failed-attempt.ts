import type { MagpieError } from "../magpie-error.ts";
import { ApiProblem, NetworkFailure } from "../magpie-error.ts";
import type { QueueEntry } from "./queue-entry.ts";

/** An entry after a failed attempt: it waits, or is set aside after this many strikes or an error that stays. */
export function afterFailure(entry: QueueEntry, error: MagpieError, maxStrikes: number, now: Date): QueueEntry {
  const strikes = entry.strikes + (isStrike(error) ? 1 : 0);
  return {
    ...entry,
    state: !error.retryable || strikes >= maxStrikes ? "failed" : "waiting",
    attempts: entry.attempts + 1,
    strikes,
    lastError: {
      status: error instanceof ApiProblem ? error.status : null,
      code: error instanceof ApiProblem ? error.code : error instanceof NetworkFailure ? error.kind : null,
      message: error.message,
      at: now.toISOString(),
    },
  };
}

/** Whether an error may be caused by the entry: the API answered, or the attempt timed out. */
function isStrike(error: MagpieError): boolean {
  return !(error instanceof NetworkFailure) || error.kind === "timeout";
}
