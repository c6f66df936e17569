import type { Clock } from "../../shared/clock.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { failureOfError } from "../../shared/outbound/request-failure.ts";
import { retryDelayMs } from "../domain/collect.ts";
import type { VolumesOutcome, VolumesQuery } from "../readers/google-books.ts";
import { readVolumes, volumesRequest } from "../readers/google-books.ts";
import { unexpectedAnswer } from "../readers/google-refusal.ts";
import type { QuotaTable } from "../tables/quota-table.ts";

export interface FetchVolumesServices {
  readonly quota: QuotaTable;
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
  readonly random: () => number;
  /** Waits. The milliseconds are already scaled. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The project's own daily quota is used up: no request was made. */
export interface NotRequested {
  readonly kind: "not_requested";
}

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Requests one page, and retries transient failures as long as the run has time.
 *
 * @param deadline when the run's time ends
 */
export async function fetchVolumes(
  query: VolumesQuery,
  deadline: Date,
  services: FetchVolumesServices,
): Promise<VolumesOutcome | NotRequested> {
  const { quota, clock, random, pause } = services;
  for (let attempt = 1; ; attempt += 1) {
    if (!(await quota.take(clock.now()))) return { kind: "not_requested" };
    const outcome = await requestOnce(query, services.fetch);
    if (outcome.kind !== "transient") return outcome;
    const delay = retryDelayMs(attempt, random(), outcome.retryAfterSeconds);
    if (delay === null) return outcome;
    const wait = clock.wait(delay);
    if (clock.now().getTime() + wait >= deadline.getTime()) return outcome;
    await pause(wait);
  }
}

async function requestOnce(query: VolumesQuery, fetch: OutboundFetch): Promise<VolumesOutcome> {
  try {
    return readVolumes(await fetch({ ...volumesRequest(query), timeoutMs: ANSWER_TIMEOUT_MS }));
  } catch (error) {
    const failure = failureOfError(error);
    return failure.kind === "transient" ? failure : unexpectedAnswer(`what can't be read (${failure.code})`);
  }
}
