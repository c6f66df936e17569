import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { LeaseRenewal } from "../../shared/work/lease.ts";
import { LEASE_MS } from "../../shared/work/lease.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { reconcileAfter } from "../../shared/work/reconcile.ts";
import { isFirstReceive } from "../../shared/work/redriven.ts";
import { leaseTimes, underLease } from "../../shared/work/under-lease.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import type { CollectState, Step, Stop } from "../domain/collect.ts";
import { afterCheckedPage, afterPage, nextStep } from "../domain/collect.ts";
import type { Check, Cursor, Job, Run, RunError } from "../domain/job.ts";
import { canReopen, endedRun, failuresAfter, isStuck, nextDue, waitingRun } from "../domain/job.ts";
import { presentCursor, querySetHash, searchText, shortHash } from "../domain/query-set.ts";
import type { FetchVolumesServices } from "../fetch/fetch-volumes.ts";
import { fetchVolumes } from "../fetch/fetch-volumes.ts";
import type { LeaseHandle } from "../tables/job-table.ts";
import type { EndServices } from "./end-run.ts";
import { makeBooksNotice, makeRunNotices, makeTotalNotice } from "./end-run.ts";
import type { CollectMessage } from "./request-run.ts";
import { requestCovers } from "./request-run.ts";

export interface CollectServices extends FetchVolumesServices, EndServices {
  /** Google's API key; null without one. */
  readonly apiKey: { read(): Promise<string | null>; forget(): void };
  /** The default country of requests, for jobs without one. */
  readonly country: string;
  readonly newId: () => string;
  /** The worker's own queue, for the covers of books; null for a stage that does not copy covers. */
  readonly coversQueue: Queue<CollectMessage> | null;
}

/** Milliseconds of one run; the rest of the function's time-out is for the last page. */
const RUN_MS = 240_000;

interface Progress {
  readonly job: Job;
  readonly handle: LeaseHandle;
  readonly run: Run;
  readonly state: CollectState;
  readonly apiKey: string;
  readonly deadline: Date;
  readonly lease: LeaseRenewal;
  /** The cursor before the next page; undefined before the first one of all. */
  readonly cursor: Cursor | undefined;
  /** The position of a check for new publications; null in a run that collects. */
  readonly check: Check | null;
}

/** The latest total that Google reported for a page, and the number of its new books. */
interface CountedPage {
  readonly totalItems: number | null;
  readonly stored: number;
}

/** Errors that may end when the key is replaced: the secret is read again after them. */
const API_KEY_ERRORS: ReadonlySet<string> = new Set([
  "google_api_key_invalid",
  "google_api_key_restricted",
  "google_api_not_enabled",
  "google_forbidden",
]);

/** Errors of a run that do not come from Google. */
const ERRORS = {
  no_api_key: {
    code: "no_api_key",
    message: "There is no API key for Google Books. Put one into the secret that the settings name.",
  },
  no_queries: { code: "no_queries", message: "All queries of the job are blank. Give it a query with words." },
  cursors_reset: {
    code: "cursors_reset",
    message: "The job's cursors were reset during the run. The next run begins at the beginning.",
  },
  out_of_time: {
    code: "out_of_time",
    message: "The run took too long. The cursor is kept, and the next run continues.",
  },
} as const satisfies Record<string, RunError>;

/**
 * Executes a run of a job: for each page, stores first the books, then the cursor, until there is a reason to stop. The run
 * of a worker that stopped is continued. A late or duplicate message changes nothing.
 */
export async function collectRun(
  message: CollectMessage,
  services: CollectServices,
  received: ReceivedMessage,
): Promise<void> {
  const { jobs, clock, newId } = services;
  const now = clock.now();
  const holder = newId();
  const take = () => jobs.take(message.jobName, message.runId, { holder, now, ...leaseTimes(clock) });
  const job = (await take()) ?? ((await reopen(message, services, received)) ? await take() : null);
  if (job === null || job.active === null) return handleTakeConflict(message, services, received);

  const { run } = job.active;
  const handle = { name: job.name, holder, resets: job.resets };
  const logNotReleased = (cause: unknown) =>
    log.warn("run_lease_not_released", { job: job.name, run_id: message.runId, ...errorFields(cause) });
  const collect = (lease: LeaseRenewal) => collectPages(job, run, handle, lease, services);
  await underLease(jobs, handle, { clock, logNotReleased }, collect);
}

/** Enters a run that was given up again, for its redriven message. */
async function reopen(
  message: CollectMessage,
  { jobs, clock }: CollectServices,
  received: ReceivedMessage,
): Promise<boolean> {
  if (!isFirstReceive(received)) return false;
  const job = await jobs.get(message.jobName);
  if (job === null || job.lastRun === null || !canReopen(job, message.runId)) return false;
  const run = { ...job.lastRun, stopReason: null, finishedAt: null, error: null };
  return jobs.requestRun(job, waitingRun(run, reconcileAfter(clock.now(), clock)));
}

async function handleTakeConflict(
  message: CollectMessage,
  { jobs }: CollectServices,
  received: ReceivedMessage,
): Promise<void> {
  const about = { job: message.jobName, run_id: message.runId, correlation_id: received.correlationId };
  const there = await jobs.get(message.jobName);
  if (there?.active?.run.id === message.runId) {
    // Another worker has the lease, or has stopped without releasing it: the next receive comes after the lease would have
    // expired.
    throw new RetryLater("run_in_progress", Math.ceil((2 * LEASE_MS) / 1_000));
  }
  log.info("run_not_needed", about);
}

async function collectPages(
  job: Job,
  begun: Run,
  handle: LeaseHandle,
  lease: LeaseRenewal,
  services: CollectServices,
): Promise<void> {
  const { clock } = services;
  const cursor = presentCursor(job);
  const position = { startIndex: cursor?.startIndex ?? 0, isExhausted: cursor?.isExhausted ?? false };
  // After a reset nothing can be checked: the run collects from the beginning.
  const check =
    begun.kind === "check_for_new" && cursor?.isExhausted === true
      ? (cursor.check ?? { startIndex: 0, since: begun.startedAt })
      : null;
  const state = {
    ...(check === null ? position : { startIndex: check.startIndex, isExhausted: false }),
    collected: begun.collected,
    maxPerRun: job.maxPerRun,
  };
  const kind = check === null ? "collect" : "check_for_new";
  const run = { ...begun, ...position, kind, querySetHash: querySetHash(job.queries) } as const;
  const deadline = new Date(clock.now().getTime() + RUN_MS);
  const start = { job, handle, run, state, deadline, lease, cursor, check };

  const step = nextStep(state);
  if (step.kind === "stop") return stopRun({ ...start, apiKey: "" }, step, null, services);
  if (searchText(job.queries) === "") return failRun({ ...start, apiKey: "" }, ERRORS.no_queries, services);
  const apiKey = await services.apiKey.read();
  if (apiKey === null) return failRun({ ...start, apiKey: "" }, ERRORS.no_api_key, services);
  return requestPages({ ...start, apiKey }, step, services);
}

async function requestPages(start: Progress, first: Step, services: CollectServices): Promise<void> {
  const { jobs, clock } = services;
  let progress = start;
  for (let step = first; step.kind === "request"; step = nextStep(progress.state)) {
    if (progress.lease.lost()) return endLostRun(progress, services);
    if (clock.now() >= progress.deadline) return failRun(progress, ERRORS.out_of_time, services);
    const { next, stop, cursor } = await requestPage(progress, step, services);
    progress = next;
    if (stop !== null) return stopRun(progress, stop, cursor, services);
    if (!(await jobs.savePage(progress.handle, progress.run, cursor))) return endLostRun(progress, services);
  }
}

async function requestPage(progress: Progress, step: Extract<Step, { kind: "request" }>, services: CollectServices) {
  const { job, state, check, apiKey, deadline } = progress;
  const { books, clock, coversQueue } = services;
  const options = {
    ...job.options,
    country: job.options.country ?? services.country,
    ...(check === null ? {} : { orderBy: "newest" as const }),
  };
  const query = { search: searchText(job.queries), ...step, options, apiKey };
  const outcome = await fetchVolumes(query, deadline, services);
  const wasRequested = outcome.kind !== "not_requested";
  if (outcome.kind === "error" && API_KEY_ERRORS.has(outcome.code)) services.apiKey.forget();
  const found = outcome.kind === "page" ? outcome.books : [];
  const { stored, allKnown, coversDue } = await books.store(
    job.name,
    found,
    clock.now(),
    check === null ? undefined : new Date(check.since),
    progress.run.id,
  );
  if (coversQueue !== null && coversDue.length > 0) {
    await requestCovers({ jobName: job.name, runId: progress.run.id }, coversDue, coversQueue);
  }
  const counted = wasRequested ? outcome : ({ kind: "quota", limit: "own" } as const);
  const { state: moved, stop } =
    check === null ? afterPage(state, counted) : afterCheckedPage(state, counted, allKnown);
  const request = { startIndex: step.startIndex, maxResults: step.maxResults };
  const requests = wasRequested ? [...progress.run.requests, request] : progress.run.requests;
  if (outcome.kind === "page") {
    log.info("books_page", {
      job: job.name,
      run_id: progress.run.id,
      page: requests.length,
      start_index: step.startIndex,
      returned: outcome.returned,
      stored,
      total_items: outcome.totalItems,
    });
  }
  const run = {
    ...progress.run,
    requests,
    collected: moved.collected,
    stored: progress.run.stored + stored,
    ...(check === null ? { startIndex: moved.startIndex, isExhausted: moved.isExhausted } : {}),
  };
  const totalItems = outcome.kind === "page" ? outcome.totalItems : (progress.cursor?.lastTotalItems ?? null);
  const cursor = cursorAfter({ ...progress, run, state: moved }, stop, { totalItems, stored }, clock);
  const next = { ...progress, run, state: moved, cursor, check: check && { ...check, startIndex: moved.startIndex } };
  return { next, stop, cursor };
}

/** The total that Google reported to a check, and the number of books that it stored. */
function cursorAfterCheck(cursor: Cursor, { totalItems, stored }: CountedPage): Cursor {
  const checkedBooks = (cursor.checkedBooks ?? 0) + stored;
  const isBeyond = totalItems !== null && totalItems > cursor.startIndex + checkedBooks;
  return { ...cursor, checkedBooks, ...(isBeyond && { totalBeyond: totalItems }) };
}

/** The cursor after a page. A check moves only its own position. */
function cursorAfter(
  { run, state, cursor, check }: Progress,
  stop: Stop | null,
  page: CountedPage,
  clock: Clock,
): Cursor {
  const isOver = stop?.reason === "exhausted";
  const nextCheck = isOver ? nextDue("weekly", new Date(run.startedAt), clock.wait) : null;
  if (check !== null && cursor !== undefined) {
    const told = cursorAfterCheck(cursor, page);
    if (isOver) return { ...told, nextCheckAt: nextCheck, check: null };
    return { ...told, check: { ...check, startIndex: state.startIndex } };
  }
  return {
    querySetHash: run.querySetHash,
    startIndex: run.startIndex,
    isExhausted: run.isExhausted,
    exhaustedBy: stop?.exhaustedBy ?? null,
    lastTotalItems: page.totalItems,
    lastUpdatedAt: clock.now().toISOString(),
    nextCheckAt: nextCheck,
    checkedBooks: 0,
    totalBeyond: null,
    check: null,
  };
}

/** Ends a run with an error; the cursor is that of the last page. */
function failRun(progress: Progress, error: RunError, services: CollectServices): Promise<void> {
  return finishRun(endedRun(progress.run, "error", services.clock.now(), error), progress, null, services);
}

/** @param cursor null when no request was made */
function stopRun(progress: Progress, stop: Stop, cursor: Cursor | null, services: CollectServices): Promise<void> {
  const error = stop.reason === "error" ? stop.error : null;
  if (stop.reason === "quota") log.info("books_quota_reached", { job: progress.job.name, limit: stop.limit });
  return finishRun(endedRun(progress.run, stop.reason, services.clock.now(), error), progress, cursor, services);
}

/**
 * Writes the end of a run: first to the job, whose condition checks the lease; then the run's record. If the worker stops
 * between the two, the request for the next run writes the record.
 */
async function finishRun(
  run: Run,
  progress: Progress,
  cursor: Cursor | null,
  services: CollectServices,
): Promise<void> {
  const { jobs, runs } = services;
  // No notice is made of a job that was deleted during the run: another one may have its name.
  const there = await jobs.get(progress.job.name);
  if (there?.id !== progress.job.id) return endLostRun(progress, services);
  const failures = failuresAfter(there.failures, run);
  const failedRuns = await makeRunNotices(there, run, services);
  if (run.kind === "check_for_new" && progress.cursor) await makeTotalNotice(progress.job, progress.cursor, services);
  if (!(await jobs.finish(progress.handle, run, cursor, failures, failedRuns))) return endLostRun(progress, services);
  await runs.put(progress.job.id, run);
  const about = {
    job: progress.job.name,
    run_id: run.id,
    kind: run.kind,
    max_per_run: progress.job.maxPerRun,
    stop_reason: run.stopReason,
    start_index: run.startIndex,
    collected: run.collected,
    stored: run.stored,
    query_set_hash: shortHash(run.querySetHash),
  };
  if (run.error !== null) log.warn("run_finished", { ...about, code: run.error.code });
  else if (run.stopReason === "exhausted" && run.kind === "collect") {
    log.warn("run_finished", { ...about, exhausted_by: cursor?.exhaustedBy, total_items: cursor?.lastTotalItems });
  } else log.info("run_finished", about);
  if (isStuck({ failures }, run.querySetHash)) log.error("cursor_stuck", { ...about, failures: failures?.count });
}

/** Handles a refused write: the job was deleted, the lease expired and was taken over, or the cursors were reset. */
async function endLostRun(progress: Progress, services: CollectServices): Promise<void> {
  const { jobs, runs, clock } = services;
  const there = await jobs.get(progress.handle.name);
  const about = { job: progress.job.name, run_id: progress.run.id };
  if (there?.id !== progress.job.id || there.active?.lease?.holder !== progress.handle.holder) {
    log.warn("run_lease_lost", about);
    return;
  }
  // A reset deletes every cursor, and only the holder of the lease writes one.
  const run = endedRun(
    { ...progress.run, startIndex: 0, isExhausted: false },
    "error",
    clock.now(),
    ERRORS.cursors_reset,
  );
  await makeBooksNotice(there, run, services);
  const finished = await jobs.finish(progress.handle, run, null, null);
  if (finished) await runs.put(progress.job.id, run);
  log.warn("run_cancelled_by_reset", { ...about, finished });
}
