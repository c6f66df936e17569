import type { Job, JobCursor, Run } from "../../../client/index.ts";
import { ago, count, relative } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { sentences } from "../../language/sentences.ts";
import { jobTexts } from "./job-texts.ts";

/** How a finished run ended: what it brought, and why it stopped or failed. */
export function outcomeWords(run: Pick<Run, "collected" | "stored" | "stop_reason" | "error">): string {
  const t = translations(jobTexts);
  if (run.stop_reason === "error") return t.failed(errorWords(run.error));
  const why = run.stop_reason === null ? t.noRequest : t.stopReasons[run.stop_reason];
  return t.outcome(count(run.collected), count(run.stored), why);
}

/** The codes of transient failures: every attempt of the run has failed. */
const TRANSIENT = new Set([
  "name_not_resolved",
  "network",
  "timeout",
  "request_timeout",
  "too_early",
  "rate_limited",
  "upstream_error",
]);

/** Why a run failed and what to do; the API's own sentence for a code that is not known here. */
function errorWords(error: Run["error"]): string {
  const t = translations(jobTexts);
  if (error === undefined) return "";
  if (TRANSIENT.has(error.code)) return t.unavailable;
  return Object.hasOwn(t.errors, error.code) ? t.errors[error.code as keyof typeof t.errors] : error.message;
}

/** What became of a job's last run, or how far the one in progress has come. */
export function lastRunWords({ last_run: run }: Pick<Job, "last_run">, now: Date): string {
  const t = translations(jobTexts);
  if (run === null) return t.neverRun;
  if (run.finished_at === null) {
    return t.runningSince(ago(run.started_at, now), count(run.collected), count(run.stored));
  }
  return t.ran(ago(run.finished_at, now), outcomeWords(run));
}

/** When a job runs next by its schedule; null where its chips say that it does not. */
export function nextRunWords(job: Pick<Job, "enabled" | "due_at" | "next_check_at">, now: Date): string | null {
  if (!job.enabled || job.due_at === null) return null;
  const t = translations(jobTexts);
  const next = Date.parse(job.due_at) <= now.getTime() ? t.nextDue : t.nextAt(relative(job.due_at, now));
  if (job.next_check_at === null || Date.parse(job.next_check_at) <= now.getTime()) return next;
  return sentences(next, t.checkAt(relative(job.next_check_at, now)));
}

/** Whether a cursor goes on, or what has exhausted it. */
export function cursorWords(cursor: Pick<JobCursor, "is_exhausted" | "exhausted_by">): string {
  const t = translations(jobTexts);
  if (!cursor.is_exhausted) return t.open;
  return cursor.exhausted_by === null ? t.exhaustedAlone : t.exhaustedBy[cursor.exhausted_by];
}
