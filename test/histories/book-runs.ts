import { querySetHash } from "../../lambdas/books/domain/query-set.ts";
import { pacificDate } from "../../lambdas/books/tables/quota-table.ts";
import { noticeId } from "../../lambdas/shared/notices/notice.ts";
import type { WireBook, WireCursor, WireRun } from "../books/books-world.ts";
import { VOLUMES } from "./book-steps.ts";

/** The most volumes in an answer of Google. */
export const PAGE = 2;

/** From and to, epoch milliseconds. */
export type Interval = readonly [number, number];

/** What happened in a history that explains its runs. */
export interface RunTroubles {
  /** The names of jobs by the ids of runs that were accepted. */
  readonly accepted: Map<string, string>;
  /** Runs at most that began without an answer with their id. */
  unnamed: number;
  /** Requests that changed a job, or may have. */
  readonly changes: { readonly name: string; readonly during: Interval }[];
  /** When a call failed, or Google was not well. */
  readonly failures: Interval[];
  /** When a message was delivered, or reconcile ran, but for the quiet end. */
  readonly attempts: Interval[];
  /** When Google was asked, but for steps in which a long time passed. */
  readonly requests: Date[];
}

/** A job at the end of a history, as the API shows it. */
interface CollectedJob {
  readonly name: string;
  readonly id: string;
  readonly max: number;
  /** Newest first. */
  readonly runs: readonly WireRun[];
  readonly cursors: readonly WireCursor[];
  readonly books: readonly WireBook[];
}

/** What Google finds, by the hash of the query. */
const FOUND = new Map(Object.entries(VOLUMES).map(([query, total]) => [querySetHash([query]), { query, total }]));

/** The title of a volume of a query. */
export function titleOf(query: string, index: number): string {
  return `${query} ${index}`;
}

/** @throws Error if a run, a cursor or a book of a job contradicts another, or what was asked for */
export function judgeRuns({ name, max, runs, cursors, books }: CollectedJob, troubles: RunTroubles): void {
  const contradiction = (what: string, seen: unknown) => new Error(`${name}: ${what}: ${JSON.stringify(seen)}`);
  const ids = runs.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw contradiction("a run is listed twice", ids);
  for (const [id, of] of troubles.accepted)
    if (of === name && !ids.includes(id)) throw contradiction(`run ${id} was accepted, and is not listed`, ids);
  const unnamed = ids.filter((id) => !troubles.accepted.has(id)).length;
  if (unnamed > troubles.unnamed) throw contradiction("nothing has requested all of these runs", ids);

  const changesOf = (from: number, to: number) =>
    troubles.changes.some(({ name: of, during }) => of === name && overlaps(during, [from, to]));
  const oldestFirst = inOrder(runs);
  oldestFirst.forEach((run, index) => {
    const [from, to] = [Date.parse(run.started_at), Date.parse(run.finished_at ?? "")];
    if (run.status !== "finished" || !(from <= to)) throw contradiction("a run has not ended", run);
    if (changesOf(from, to)) return;
    if (!isConsistent(run)) throw contradiction("a run's pages are not the pages before its cursor", run);
    if (!isExplained(run, [from, to], troubles)) throw contradiction("a run failed, though nothing did", run);
    if (!changesOf(from, Number.MAX_SAFE_INTEGER) && run.collected > max)
      throw contradiction(`a run collected more than ${max}`, run);
    const before = oldestFirst[index - 1];
    if (before === undefined || changesOf(Date.parse(before.started_at), to)) return;
    if (firstPosition(run) !== before.start_index)
      throw contradiction("a run is not where the last one ended", [before, run]);
  });

  const titles = new Set(books.filter(({ jobs }) => jobs.includes(name)).map(({ title }) => title));
  for (const { query_set_hash: hash, start_index: end, is_exhausted } of cursors) {
    const { query, total } = FOUND.get(hash) ?? { query: "", total: 0 };
    // A run that has its fill does not learn that the end is reached.
    if (end > total || (is_exhausted && end < total)) throw contradiction("a cursor is exhausted too early", cursors);
    for (let index = 0; index < end; index += 1)
      if (!titles.has(titleOf(query, index)))
        throw contradiction(`a book before the cursor is missing: ${index}`, cursors);
  }
  const stored = runs.reduce((sum, run) => sum + run.stored, 0);
  if (stored > books.length) throw contradiction(`${books.length} books were new, and runs count more`, runs);
}

/** Fewer attempts than these before the quiet end leave a run that succeeds there. */
const GIVEN_UP_AFTER = 3;

/** Whether a run ended well, or something in the history explains why it did not. */
function isExplained({ stop_reason, error }: WireRun, within: Interval, { failures, attempts }: RunTroubles): boolean {
  if (stop_reason !== "error") return true;
  if (error?.code === "run_given_up")
    return attempts.filter((during) => overlaps(during, within)).length >= GIVEN_UP_AFTER;
  // An administrator reset the cursors, or the clock went on in the middle of the run.
  if (error?.code === "cursors_reset" || error?.code === "out_of_time") return true;
  return failures.some((during) => overlaps(during, within));
}

function overlaps([from, to]: Interval, [start, end]: Interval): boolean {
  return from <= end && start <= to;
}

/** Runs in the order in which they began; the ids of a history are numbered. */
function inOrder(runs: readonly WireRun[]): readonly WireRun[] {
  const order = ({ started_at, id }: WireRun) => Date.parse(started_at) * 1_000 + Number(id.slice("id-".length));
  return [...runs].sort((one, other) => order(one) - order(other));
}

function firstPosition({ kind, requests, start_index }: WireRun): number {
  return kind === "collect" ? (requests[0]?.start_index ?? start_index) : start_index;
}

/** Whether the pages of a run follow each other, each once, up to the run's cursor. */
function isConsistent(run: WireRun): boolean {
  const { total } = FOUND.get(run.query_set_hash) ?? { total: 0 };
  // A check reads from the newest book on, and leaves the cursor where it is.
  if (run.kind !== "collect") return run.start_index === total;
  const first = firstPosition(run);
  let position = first;
  let before = first;
  for (const { start_index, max_results } of run.requests) {
    if (start_index !== position) return false;
    before = position;
    position += Math.max(0, Math.min(PAGE, max_results, total - position));
  }
  // The last page may be the one that failed.
  const mayEndBefore = run.stop_reason === "error" || run.stop_reason === "quota";
  const isAtEnd = run.start_index === position || (mayEndBefore && run.start_index === before);
  const isExhausted = run.start_index >= total;
  if (run.stop_reason === "exhausted" && !isExhausted) return false;
  return isAtEnd && run.collected === run.start_index - first;
}

/** The ids of the notices that a job's runs must have made: of each with new books, and of three failures in a row. */
export function dueNotices(jobId: string, runs: readonly WireRun[]): readonly string[] {
  let failed: string[] = [];
  const due: string[] = [];
  for (const run of inOrder(runs)) {
    if (run.stored > 0) due.push(noticeId("books", [jobId, run.id]));
    if (run.error?.code === "cursors_reset") continue;
    if (run.stop_reason === "error") failed.push(run.id);
    else if (run.requests.length > 0) failed = [];
    if (failed.length >= 3) due.push(noticeId("search_failing", ["job", jobId, failed[0] ?? ""]));
  }
  return due;
}

/** @throws Error if Google was asked more often in a day than it may be */
export function judgeRequests({ requests }: Pick<RunTroubles, "requests">, perDay: number): void {
  const days = Map.groupBy(requests, pacificDate);
  for (const [day, asked] of days) if (asked.length > perDay) throw new Error(`${asked.length} requests on ${day}.`);
}
