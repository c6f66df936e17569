import type { Clock } from "../../shared/clock.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { failureOfError } from "../../shared/outbound/request-failure.ts";
import { retryDelayMs } from "../domain/collect.ts";
import type { VolumesOutcome, VolumesQuestion } from "../readers/google-books.ts";
import { readVolumes, volumesRequest } from "../readers/google-books.ts";
import { unexpectedAnswer } from "../readers/google-refusal.ts";
import type { QuotaTable } from "../tables/quota-table.ts";

/** What the question of one page works with. */
export interface AskServices {
  readonly quota: QuotaTable;
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
  readonly random: () => number;
  /** Waits; the milliseconds are scaled already. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Our own count of the day's requests says that there is none left: nothing was asked. */
export interface NothingAsked {
  readonly kind: "not_asked";
}

/** Milliseconds for Google's whole answer. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Asks for one page, again when Google fails in a transient way, as long as the run has time.
 *
 * @param deadline when the run's time is over
 */
export async function askGoogle(
  question: VolumesQuestion,
  deadline: Date,
  services: AskServices,
): Promise<VolumesOutcome | NothingAsked> {
  const { quota, clock, random, pause } = services;
  for (let attempt = 1; ; attempt += 1) {
    if (!(await quota.take(clock.now()))) return { kind: "not_asked" };
    const outcome = await askOnce(question, services.fetch);
    if (outcome.kind !== "transient") return outcome;
    const delay = retryDelayMs(attempt, random(), outcome.retryAfterSeconds);
    if (delay === null) return outcome;
    const wait = clock.wait(delay);
    if (clock.now().getTime() + wait >= deadline.getTime()) return outcome;
    await pause(wait);
  }
}

async function askOnce(question: VolumesQuestion, fetch: OutboundFetch): Promise<VolumesOutcome> {
  try {
    return readVolumes(await fetch({ ...volumesRequest(question), timeoutMs: ANSWER_TIMEOUT_MS }));
  } catch (error) {
    const failure = failureOfError(error);
    return failure.kind === "transient" ? failure : unexpectedAnswer(`what can't be read (${failure.code})`);
  }
}
