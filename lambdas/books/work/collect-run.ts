import { errorFields, log } from "../../shared/log.ts";
import type { LeaseRenewal } from "../../shared/work/lease.ts";
import { LEASE_MS, RENEWAL_MS, renewPeriodically } from "../../shared/work/lease.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import { reconcileAfter } from "../../shared/work/reconcile.ts";
import { isFirstReceive } from "../../shared/work/redriven.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import type { CollectState, Step, Stop } from "../domain/collect.ts";
import { afterPage, nextStep } from "../domain/collect.ts";
import type { Cursor, Job, Run, RunError } from "../domain/job.ts";
import { endedRun, failuresAfter, isStuck, mayBeReopened, waitingRun } from "../domain/job.ts";
import { querySetHash, searchText, shortHash } from "../domain/query-set.ts";
import type { AskServices } from "../fetch/ask-google.ts";
import { askGoogle } from "../fetch/ask-google.ts";
import type { BookTable } from "../tables/book-table.ts";
import type { Hold, JobTable } from "../tables/job-table.ts";
import type { RunTable } from "../tables/run-table.ts";
import type { CollectMessage } from "./collect-message.ts";

/** What a run works with. */
export interface CollectServices extends AskServices {
  readonly jobs: JobTable;
  readonly runs: RunTable;
  readonly books: BookTable;
  /** Google's API key; null without one. */
  readonly apiKey: { read(): Promise<string | null>; forget(): void };
  /** Country that is asked for where a job names none. */
  readonly country: string;
  readonly newId: () => string;
}

/** Milliseconds that one run may take; what the function's time-out leaves beyond it is for the last page. */
const RUN_MS = 240_000;

/** What a run holds in its hands between two pages. */
interface Walk {
  readonly job: Job;
  readonly hold: Hold;
  readonly run: Run;
  readonly state: CollectState;
  readonly apiKey: string;
  readonly deadline: Date;
  readonly lease: LeaseRenewal;
  /** What Google said last, in this run or an earlier one. */
  readonly lastTotalItems: number | null;
}

/** What another key may mend: the secret is read anew after them. */
const OF_THE_KEY: ReadonlySet<string> = new Set([
  "google_api_key_invalid",
  "google_api_key_restricted",
  "google_api_not_enabled",
  "google_forbidden",
]);

/** Why a run ends that did not come to an end by itself. */
const ERRORS = {
  no_api_key: {
    code: "no_api_key",
    message: "There is no API key for Google Books. Put one into the secret that the settings name.",
  },
  no_queries: { code: "no_queries", message: "All queries of the job are blank. Give it one that has words." },
  cursors_reset: {
    code: "cursors_reset",
    message: "The job's cursors were reset during the run. The next begins anew.",
  },
  out_of_time: { code: "out_of_time", message: "The run took too long. The cursor is kept, and the next run goes on." },
} as const satisfies Record<string, RunError>;

/**
 * Does a run of a job: page by page, books first, cursor second, until there is a reason to stop. A run whose worker died
 * is gone on with. A message that came late or twice does nothing.
 */
export async function collectRun(
  message: CollectMessage,
  services: CollectServices,
  received: ReceivedMessage,
): Promise<void> {
  const { jobs, clock, newId } = services;
  const now = clock.now();
  const holder = newId();
  const lease = () => {
    const until = new Date(clock.now().getTime() + clock.wait(LEASE_MS));
    return { until, reconcileAt: reconcileAfter(until, clock) };
  };
  const take = () => jobs.take(message.jobName, message.runId, { holder, now, ...lease() });
  const job = (await take()) ?? ((await reopened(message, services, received)) ? await take() : null);
  if (job === null || job.active === null) return notTaken(message, services, received);

  const hold = { name: job.name, holder, resets: job.resets };
  const kept = renewPeriodically(() => jobs.renew(hold, lease().until, lease().reconcileAt), clock.wait(RENEWAL_MS));
  try {
    await walk(job, job.active.run, hold, kept, services);
  } catch (error) {
    // So that the next receive need not wait for the lease to end. If this fails, too, it does.
    await jobs.release(hold).catch((cause: unknown) => {
      log.warn("run_not_released", { job: job.name, run_id: message.runId, ...errorFields(cause) });
    });
    throw error;
  } finally {
    kept.stop();
  }
}

/** Enters a run again that was given up, for the message that was redriven from the DLQ. */
async function reopened(
  message: CollectMessage,
  { jobs, clock }: CollectServices,
  received: ReceivedMessage,
): Promise<boolean> {
  if (!isFirstReceive(received)) return false;
  const job = await jobs.get(message.jobName);
  if (job === null || job.lastRun === null || !mayBeReopened(job, message.runId)) return false;
  const run = { ...job.lastRun, stopReason: null, finishedAt: null, error: null };
  return jobs.requestRun(job, waitingRun(run, reconcileAfter(clock.now(), clock)));
}

async function notTaken(message: CollectMessage, { jobs }: CollectServices, received: ReceivedMessage): Promise<void> {
  const about = { job: message.jobName, run_id: message.runId, correlation_id: received.correlationId };
  const there = await jobs.get(message.jobName);
  if (there?.active?.run.id === message.runId) {
    // Somebody is at work on it, or was a moment ago: looked at again when the lease of a dead one has ended.
    throw new RetryLater("run_in_progress", Math.ceil((2 * LEASE_MS) / 1_000));
  }
  log.info("run_not_needed", about);
}

async function walk(job: Job, begun: Run, hold: Hold, lease: LeaseRenewal, services: CollectServices): Promise<void> {
  const { clock } = services;
  const hash = querySetHash(job.queries);
  const cursor = job.cursors.find(({ querySetHash }) => querySetHash === hash);
  const state = {
    startIndex: cursor?.startIndex ?? 0,
    isExhausted: cursor?.isExhausted ?? false,
    collected: begun.collected,
    maxPerRun: job.maxPerRun,
  };
  const run = { ...begun, querySetHash: hash, startIndex: state.startIndex, isExhausted: state.isExhausted };
  const deadline = new Date(clock.now().getTime() + RUN_MS);
  const start = { job, hold, run, state, deadline, lease, lastTotalItems: cursor?.lastTotalItems ?? null };

  const step = nextStep(state);
  if (step.kind === "stop") return stopped({ ...start, apiKey: "" }, step, null, services);
  if (searchText(job.queries) === "") return failed({ ...start, apiKey: "" }, ERRORS.no_queries, services);
  const apiKey = await services.apiKey.read();
  if (apiKey === null) return failed({ ...start, apiKey: "" }, ERRORS.no_api_key, services);
  return pages({ ...start, apiKey }, step, services);
}

async function pages(start: Walk, first: Step, services: CollectServices): Promise<void> {
  const { jobs, clock } = services;
  let walk = start;
  for (let step = first; step.kind === "request"; step = nextStep(walk.state)) {
    if (walk.lease.lost()) return lost(walk, services);
    if (clock.now() >= walk.deadline) return failed(walk, ERRORS.out_of_time, services);
    const { next, stop, cursor } = await page(walk, step, services);
    walk = next;
    if (stop !== null) return stopped(walk, stop, cursor, services);
    if (!(await jobs.savePage(walk.hold, walk.run, cursor))) return lost(walk, services);
  }
}

/** Asks for one page and stores its books. */
async function page(walk: Walk, step: Extract<Step, { kind: "request" }>, services: CollectServices) {
  const { job, state, apiKey, deadline } = walk;
  const { books, clock } = services;
  const options = { ...job.options, country: job.options.country ?? services.country };
  const question = { search: searchText(job.queries), ...step, options, apiKey };
  const outcome = await askGoogle(question, deadline, services);
  const asked = outcome.kind !== "not_asked";
  if (outcome.kind === "error" && OF_THE_KEY.has(outcome.code)) services.apiKey.forget();
  const found = outcome.kind === "page" ? outcome.books : [];
  const stored = found.length === 0 ? 0 : await books.store(job.name, found, clock.now());
  const { state: moved, stop } = afterPage(state, asked ? outcome : { kind: "quota", limit: "own" });
  const request = { startIndex: step.startIndex, maxResults: step.maxResults };
  const totalItems = outcome.kind === "page" ? outcome.totalItems : walk.lastTotalItems;
  const about = { job: job.name, run_id: walk.run.id, start_index: step.startIndex };
  if (outcome.kind === "page") {
    log.info("books_page", { ...about, returned: outcome.returned, stored, total_items: totalItems });
  }
  const run = {
    ...walk.run,
    requests: asked ? [...walk.run.requests, request] : walk.run.requests,
    collected: moved.collected,
    stored: walk.run.stored + stored,
    startIndex: moved.startIndex,
    isExhausted: moved.isExhausted,
  };
  return {
    next: { ...walk, run, state: moved, lastTotalItems: totalItems },
    stop,
    cursor: cursorOf(run, stop, totalItems, clock.now()),
  };
}

function cursorOf(run: Run, stop: Stop | null, lastTotalItems: number | null, now: Date): Cursor {
  return {
    querySetHash: run.querySetHash,
    startIndex: run.startIndex,
    isExhausted: run.isExhausted,
    exhaustedBy: stop?.exhaustedBy ?? null,
    lastTotalItems,
    lastUpdatedAt: now.toISOString(),
  };
}

/** The cursor stands where the last page has left it. */
function failed(walk: Walk, error: RunError, services: CollectServices): Promise<void> {
  return ended(endedRun(walk.run, "error", services.clock.now(), error), walk, null, services);
}

/** @param cursor null when nothing was asked for */
function stopped(walk: Walk, stop: Stop, cursor: Cursor | null, services: CollectServices): Promise<void> {
  const error = stop.reason === "error" ? stop.error : null;
  if (stop.reason === "quota") log.info("books_quota_reached", { job: walk.job.name, limit: stop.limit });
  return ended(endedRun(walk.run, stop.reason, services.clock.now(), error), walk, cursor, services);
}

/** First the job, which says whether the run is still ours; then its record. Whoever asks for the next run makes up for it. */
async function ended(run: Run, walk: Walk, cursor: Cursor | null, services: CollectServices): Promise<void> {
  const { jobs, runs } = services;
  const failures = failuresAfter(walk.job.failures, run);
  if (!(await jobs.finish(walk.hold, run, cursor, failures))) return lost(walk, services);
  await runs.put(walk.job.id, run);
  const about = {
    job: walk.job.name,
    run_id: run.id,
    stop_reason: run.stopReason,
    start_index: run.startIndex,
    collected: run.collected,
    stored: run.stored,
    query_set_hash: shortHash(run.querySetHash),
  };
  if (run.error !== null) log.warn("run_finished", { ...about, code: run.error.code });
  else if (run.stopReason === "exhausted") {
    log.warn("run_finished", { ...about, exhausted_by: cursor?.exhaustedBy, total_items: cursor?.lastTotalItems });
  } else log.info("run_finished", about);
  if (isStuck({ failures })) log.error("cursor_stuck", { ...about, failures: failures?.count });
}

/** The run is not ours any more: its job is gone, somebody took us for dead, or the cursors were reset. */
async function lost(walk: Walk, services: CollectServices): Promise<void> {
  const { jobs, runs, clock } = services;
  const there = await jobs.get(walk.hold.name);
  const about = { job: walk.job.name, run_id: walk.run.id };
  if (there?.id !== walk.job.id || there.active?.lease?.holder !== walk.hold.holder) {
    log.warn("run_lost", about);
    return;
  }
  const cursor = there.cursors.find(({ querySetHash }) => querySetHash === walk.run.querySetHash);
  const position = { startIndex: cursor?.startIndex ?? 0, isExhausted: cursor?.isExhausted ?? false };
  const run = endedRun({ ...walk.run, ...position }, "error", clock.now(), ERRORS.cursors_reset);
  const finished = await jobs.finish(walk.hold, run, null, null);
  if (finished) await runs.put(walk.job.id, run);
  log.warn("run_cut_off_by_reset", { ...about, finished });
}
