import { withJitter } from "../../shared/jitter.ts";
import type { RequestFailure } from "../../shared/outbound/request-failure.ts";
import type { RunError } from "./job.ts";

/** Google's limit of items in a request; Google rejects a larger number. */
const PAGE_SIZE = 40;

/** Attempts for one page in a run, as long as Google fails transiently. */
const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 1_000;

/** The state of a run. `startIndex` and `isExhausted` are the cursor, to be stored after every page. */
export interface CollectState {
  /** Where the next page begins: the number of items returned so far, from the first run on. */
  readonly startIndex: number;
  readonly isExhausted: boolean;
  /** Items returned in this run, whether they could be stored or not. */
  readonly collected: number;
  readonly maxPerRun: number;
}

/** Why a run ends. Only the end of the results exhausts a cursor: a cursor exhausted by mistake would never move again. */
export type Stop =
  | { readonly reason: "error"; readonly isExhausted: false; readonly exhaustedBy: null; readonly error: RunError }
  | { readonly reason: "quota"; readonly isExhausted: false; readonly exhaustedBy: null; readonly limit: QuotaLimit }
  /** Null when `maxPerRun` is 0. */
  | { readonly reason: "max_per_run" | null; readonly isExhausted: false; readonly exhaustedBy: null }
  /** By a page without items, or by Google's total; null if an earlier run had reached the end. */
  | { readonly reason: "exhausted"; readonly isExhausted: true; readonly exhaustedBy: "empty" | "total" | null };

export type Step =
  | { readonly kind: "request"; readonly startIndex: number; readonly maxResults: number }
  | ({ readonly kind: "stop" } & Stop);

export interface PageCount {
  readonly kind: "page";
  /** Google's estimate, which differs from page to page; null without a number. */
  readonly totalItems: number | null;
  /** Items on the page, including those that are no books: the cursor counts them. */
  readonly returned: number;
}

/** The limit that was reached: one of Google's, if known, or our own quota. A day begins at midnight Pacific time. */
export type QuotaLimit = "day" | "minute" | "unknown" | "own";

/** The outcome of a request that Google did not answer with volumes. */
export type Refusal =
  /** No more requests for now, and no immediate retry. */
  | { readonly kind: "quota"; readonly limit: QuotaLimit }
  /** Another attempt in the same run may succeed. */
  | Extract<RequestFailure, { kind: "transient" }>
  /** Fails until an operator does what the message says. */
  | ({ readonly kind: "error" } & RunError);

/** The outcome of one request. `transient` is the outcome of its last attempt. */
export type PageOutcome = PageCount | Refusal;

/**
 * The next request of a run, limited to the number that it may still collect; or why there is none. An exhausted cursor is
 * checked first, before a limit of 0.
 */
export function nextStep({ startIndex, isExhausted, collected, maxPerRun }: CollectState): Step {
  if (isExhausted) return { kind: "stop", reason: "exhausted", isExhausted: true, exhaustedBy: null };
  const remaining = maxPerRun - collected;
  if (remaining > 0) return { kind: "request", startIndex, maxResults: Math.min(PAGE_SIZE, remaining) };
  const reason = maxPerRun === 0 ? null : "max_per_run";
  return { kind: "stop", reason, isExhausted: false, exhaustedBy: null };
}

function stopOfError(error: RunError): Stop {
  return { reason: "error", isExhausted: false, exhaustedBy: null, error };
}

const NO_TOTAL: RunError = {
  code: "google_no_total",
  message:
    "The answer of Google Books had neither items nor a total. The cursor is kept, and the next run requests the page again.",
};

function unavailable(code: string): RunError {
  return {
    code,
    message: `Google Books failed at every attempt (${code}). The cursor is kept, and the next run continues.`,
  };
}

/** Why a run ends with this page, which the state has already moved past; null if the run continues. */
function stopAfterPage(moved: CollectState, { totalItems, returned }: PageCount): Stop | null {
  // Neither an end nor progress: without a stop, the run would request the same page forever.
  if (returned === 0 && totalItems === null) return stopOfError(NO_TOTAL);
  if (moved.collected >= moved.maxPerRun) return { reason: "max_per_run", isExhausted: false, exhaustedBy: null };
  if (totalItems === null) return null;
  if (returned === 0) return { reason: "exhausted", isExhausted: true, exhaustedBy: "empty" };
  return moved.startIndex >= totalItems ? { reason: "exhausted", isExhausted: true, exhaustedBy: "total" } : null;
}

/**
 * The state after a request, and why the run ends there, if it does. Checked in this order: error, quota, max_per_run,
 * exhausted. Only a page moves the cursor, by all items that it returned, even if more than requested. A total below the
 * position exhausts the cursor however many items the page has; a missing total never does.
 *
 * @param state the state from which `nextStep` derived the request
 */
export function afterPage(state: CollectState, outcome: PageOutcome): { state: CollectState; stop: Stop | null } {
  switch (outcome.kind) {
    case "error":
      return { state, stop: stopOfError({ code: outcome.code, message: outcome.message }) };
    case "transient":
      return { state, stop: stopOfError(unavailable(outcome.code)) };
    case "quota":
      return { state, stop: { reason: "quota", isExhausted: false, exhaustedBy: null, limit: outcome.limit } };
    case "page": {
      const { returned } = outcome;
      const moved = { ...state, startIndex: state.startIndex + returned, collected: state.collected + returned };
      const stop = stopAfterPage(moved, outcome);
      return { state: { ...moved, isExhausted: stop?.isExhausted ?? false }, stop };
    }
  }
}

/**
 * Like `afterPage`, for a check for new publications, newest first: it also ends as exhausted at a page whose books the job
 * already knew, since the following books are older.
 */
export function afterCheckedPage(
  state: CollectState,
  outcome: PageOutcome,
  allKnown: boolean,
): { state: CollectState; stop: Stop | null } {
  const after = afterPage(state, outcome);
  if (outcome.kind !== "page" || !allKnown) return after;
  return { ...after, stop: { reason: "exhausted", isExhausted: true, exhaustedBy: null } };
}

/**
 * Milliseconds to wait after a transient failure, jitter included; null after the last attempt. The wait doubles. A
 * Retry-After is a minimum without a limit: the caller checks whether the run has that much time.
 *
 * @param attempt the number of the failed attempt, from 1
 * @param random from [0, 1)
 */
export function retryDelayMs(attempt: number, random: number, retryAfterSeconds: number | null = null): number | null {
  if (attempt >= MAX_ATTEMPTS) return null;
  const wait = Math.floor(withJitter(FIRST_WAIT_MS * 2 ** (attempt - 1), random));
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000);
}
