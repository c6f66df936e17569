import type { HttpAnswer } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { Dead } from "./actor.ts";
import { DEAD } from "./actor.ts";
import type { Event } from "./possible-states.ts";

const HOUR = 60 * MINUTE;
/** Milliseconds between two runs of a schedule. */
const INTERVALS = { hourly: HOUR, daily: 24 * HOUR } as const;

/** The settings of a job that a history changes. */
export interface ModelSettings {
  /** The job's only query. */
  readonly query: "lighthouses" | "whales";
  readonly max: number;
  readonly schedule: keyof typeof INTERVALS | null;
  readonly enabled: boolean;
}

/** What an administrator did with a job. */
export type JobAct =
  | { readonly do: "create" | "replace"; readonly settings: ModelSettings }
  | { readonly do: "delete" | "run" | "reset" | "read" };

/** A job that exists. */
export interface ModelJob {
  readonly settings: ModelSettings;
  /** Epoch milliseconds; null without a schedule. */
  readonly dueAt: number | null;
  /** The id of the run in progress; `UNKNOWN_RUN` if no answer has named it; null without one. */
  readonly active: string | null;
  /** The last run that has ended, in the same form. */
  readonly last: string | null;
}

const UNKNOWN_RUN = "?";

/** The job of a name; null if there is none. */
export type ModelState = ModelJob | null;

/** A job as an answer shows it. */
export interface ShownJob {
  readonly settings: ModelSettings;
  readonly dueAt: number | null;
  /** The run in progress, or else the last one. */
  readonly run: { readonly id: string; readonly isRunning: boolean } | null;
}

/** How an act ended, and what else happened in its step. */
export interface EndedAct {
  readonly answer: HttpAnswer | Dead;
  readonly shown: ShownJob | null;
  /** The times at which it may have happened, epoch milliseconds. */
  readonly moments: readonly number[];
  /** Whether AWS refused or did not answer a call, so that the answer may be a 5xx. */
  readonly mayFail: boolean;
  /** Whether the job may be changed between two calls of the act. */
  readonly mayRace: boolean;
  /** Whether the SDK may have repeated a call. */
  readonly mayRepeat: boolean;
  /** Whether another request may delete the job between two calls of the act. */
  readonly mayBeDeleted: boolean;
  /** Whether the SDK may repeat another request's creation after the act. */
  readonly mayComeBack: boolean;
}

/** A possible end of an act: the status of its answer, and the job after it. */
interface Outcome {
  readonly code: number;
  readonly after: ModelState;
}

/** The effect of an act on the job of its name, and what its answer proves. */
export function jobEvent(act: JobAct, ended: EndedAct): Event<ModelState> {
  const { answer, shown, moments, mayFail } = ended;
  return (state) => {
    const outcomes = moments.flatMap((now) => outcomesOf(act, state, now, ended));
    if (answer === DEAD || (answer.status >= 500 && mayFail)) return [state, ...outcomes.map(({ after }) => after)];
    return outcomes
      .filter(({ code, after }) => code === answer.status && (shown === null || shows(shown, after)))
      .map(({ after }) => after);
  };
}

/** Whether an answer shows a job as it is. */
function shows({ settings, dueAt, run }: ShownJob, job: ModelState): boolean {
  if (job === null || JSON.stringify(settings) !== JSON.stringify(job.settings) || dueAt !== job.dueAt) return false;
  const expected = job.active ?? job.last;
  if (run === null || expected === null) return run === null && expected === null;
  return run.isRunning === (job.active !== null) && (expected === UNKNOWN_RUN || expected === run.id);
}

function outcomesOf(
  act: JobAct,
  job: ModelState,
  now: number,
  { answer, mayRace, mayRepeat, mayBeDeleted, mayComeBack }: EndedAct,
): readonly Outcome[] {
  if (act.do === "create") {
    const { settings } = act;
    const dueAt = settings.schedule === null ? null : now;
    if (job !== null) return [{ code: 409, after: job }];
    const after = { settings, dueAt, active: null, last: null };
    // A repeated creation that finds its job deleted does not know whose job it was.
    return [{ code: 201, after }, ...(mayRepeat && mayBeDeleted ? [{ code: 409, after }] : [])];
  }
  const raced = mayRace ? racedOutcomes(act, job, mayRepeat) : [];
  if (job === null) return [{ code: 404, after: null }, ...raced];
  switch (act.do) {
    case "replace":
      return [
        { code: 200, after: { ...job, settings: act.settings, dueAt: dueAfter(job, act.settings, now) } },
        ...raced,
      ];
    case "delete":
      return [{ code: 204, after: null }, ...(mayComeBack ? [{ code: 204, after: job }] : []), ...raced];
    case "run": {
      if (job.active !== null) return [{ code: 409, after: job }];
      const id = answer === DEAD ? UNKNOWN_RUN : (answer.body?.run_id ?? UNKNOWN_RUN);
      // A job that becomes due at the same moment may stay due.
      const stayedDue = mayRace ? [{ code: 202, after: { ...job, active: id } }] : [];
      return [{ code: 202, after: begun(job, id, now) }, ...stayedDue];
    }
    case "reset":
    case "read":
      return [{ code: 200, after: job }];
  }
}

/**
 * The further outcomes of an act while another request changes the job. A repeated deletion does not know which of two has
 * deleted the job, nor that it did so when the job has been created again.
 */
function racedOutcomes(act: JobAct, job: ModelState, mayRepeat: boolean): readonly Outcome[] {
  if (act.do === "replace") return [{ code: 409, after: job }];
  if (act.do !== "delete" || !mayRepeat) return [];
  return job === null ? [{ code: 204, after: null }] : [{ code: 404, after: null }];
}

/** A new or different schedule makes the job due at once; an unchanged schedule keeps the due time. */
function dueAfter({ settings, dueAt }: ModelJob, { schedule }: ModelSettings, now: number): number | null {
  if (schedule === null) return null;
  return schedule === settings.schedule ? dueAt : now;
}

function isDue({ settings, dueAt }: ModelJob, now: number): boolean {
  return settings.enabled && dueAt !== null && dueAt <= now;
}

/** The job once a run has begun. A run that was due is the run of its schedule. */
function begun(job: ModelJob, run: string, now: number): ModelJob {
  const { schedule } = job.settings;
  return { ...job, active: run, dueAt: isDue(job, now) && schedule !== null ? now + INTERVALS[schedule] : job.dueAt };
}

/** The schedule begins a run of a job that is due, unless a run is in progress. @param isSure whether nothing failed */
export function scheduleEvent(moments: readonly number[], isSure: boolean): Event<ModelState> {
  return (job) =>
    moments.flatMap((now) => {
      if (job === null || job.active !== null || !isDue(job, now)) return [job];
      return [begun(job, UNKNOWN_RUN, now), ...(isSure ? [] : [job])];
    });
}

/** What reconcile may do: end the run in progress. */
export const reconcileEvent: Event<ModelState> = (job) =>
  job === null || job.active === null ? [job] : [job, { ...job, active: null, last: job.active }];

/** What a worker may do: end the run in progress, or execute once more the last one, which was given up. */
export const deliveryEvent: Event<ModelState> = (job) => {
  if (job === null || job.active !== null || job.last === null) return reconcileEvent(job);
  return [job, { ...job, active: job.last }];
};

/** What an answer shows, which removes the states that differ. */
export function seen(shown: ShownJob | null): Event<ModelState> {
  return (job) => ((shown === null ? job === null : shows(shown, job)) ? [job] : []);
}
