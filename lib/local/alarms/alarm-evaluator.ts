import type { AlarmDefinition, AlarmState } from "./alarm-definition.ts";
import { described } from "./alarm-definition.ts";
import { evaluate, evaluationRange } from "./evaluation.ts";
import type { Metrics } from "./metrics.ts";
import { MINUTE_MS } from "./metrics.ts";

/** An alarm's state, as in DescribeAlarms. Times are in milliseconds of the epoch, unscaled. */
export interface AlarmStatus {
  readonly state: AlarmState;
  readonly reason: string;
  readonly since: number;
}

export interface StateChange {
  readonly alarm: AlarmDefinition;
  readonly previous: AlarmStatus;
  readonly now: AlarmStatus;
}

/** One alarm in the wire form of `GET /_local/alarms` and `GET /v1/ops/alarms`. */
export interface ShownAlarm {
  /** The name without the stage. */
  readonly name: string;
  readonly state: "ok" | "alarm" | "insufficient_data";
  readonly reason: string;
  /** ISO 8601. */
  readonly since: string;
  readonly impact: string;
  readonly runbook: string;
}

export interface AlarmEvaluatorOptions {
  readonly alarms: readonly AlarmDefinition[];
  readonly metrics: Metrics;
  /** Receives every change of state, in order. */
  readonly changed: (change: StateChange) => void;
  /** Milliseconds of the epoch, unscaled: the displayed time of state changes. */
  readonly wallClock: () => number;
}

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;
/** The state of an alarm before its first evaluation, in CloudWatch's words. */
const UNCHECKED = "Unchecked: Initial alarm creation";

/**
 * Evaluates the template's alarms minute by minute as CloudWatch does (CloudWatch user guide, "Alarm evaluation"):
 * periods end at the last full minute and slide with it; alarms whose periods exceed a day in total are evaluated once
 * an hour.
 */
export class AlarmEvaluator {
  readonly #options: AlarmEvaluatorOptions;
  readonly #states = new Map<string, AlarmStatus>();
  readonly #started: number;
  readonly #warm = new Set<string>();

  /** @param now milliseconds of the scaled time */
  constructor(options: AlarmEvaluatorOptions, now: number) {
    this.#options = options;
    this.#started = now;
    const status: AlarmStatus = { state: "INSUFFICIENT_DATA", reason: UNCHECKED, since: options.wallClock() };
    for (const { name } of options.alarms) this.#states.set(name, status);
  }

  /** Evaluates every alarm once. @param now milliseconds of the scaled time */
  evaluate(now: number): void {
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    for (const alarm of this.#options.alarms) {
      const hourly = alarm.periodSeconds * alarm.evaluationPeriods > DAY_SECONDS;
      const end = hourly ? Math.floor(minute / HOUR_MS) * HOUR_MS : minute;
      const series = this.#series(alarm, end);
      if (this.#warmsUp(alarm, series, now)) continue;
      const verdict = evaluate(alarm, series);
      if (verdict !== undefined) this.#enter(alarm, verdict.state, verdict.reason);
    }
  }

  /**
   * Sets a state until the next evaluation, as SetAlarmState does; the alarm's actions run.
   *
   * @returns false when there is no alarm of this name
   */
  set(name: string, state: AlarmState, reason: string): boolean {
    const alarm = this.#options.alarms.find((candidate) => candidate.name === name);
    if (alarm === undefined) return false;
    this.#enter(alarm, state, reason);
    return true;
  }

  all(): { readonly alarm: AlarmDefinition; readonly status: AlarmStatus }[] {
    return this.#options.alarms
      .map((alarm) => ({ alarm, status: this.#status(alarm) }))
      .sort((one, other) => (one.alarm.name < other.alarm.name ? -1 : 1));
  }

  shown(): ShownAlarm[] {
    return this.all().map(({ alarm, status }) => {
      const { name, impact, runbook } = described(alarm);
      const state = status.state.toLowerCase() as ShownAlarm["state"];
      return { name, state, reason: status.reason, since: new Date(status.since).toISOString(), impact, runbook };
    });
  }

  /** The values of the evaluation range, newest first. */
  #series(alarm: AlarmDefinition, end: number) {
    const periods = evaluationRange(alarm);
    const read = alarm.metrics.map(({ id, metric, statistic }) => {
      const values = this.#options.metrics.read(metric, statistic, end, alarm.periodSeconds * 1_000, periods);
      return [id, values] as const;
    });
    return alarm.value(new Map(read), periods);
  }

  #warmsUp(alarm: AlarmDefinition, series: ReturnType<AlarmDefinition["value"]>, now: number): boolean {
    if (alarm.warmUpMinutes === 0 || this.#warm.has(alarm.name)) return false;
    const hasData =
      alarm.warmUpEndsWithData && series.filter((value) => value !== undefined).length >= alarm.evaluationPeriods;
    if (!hasData && now - this.#started < alarm.warmUpMinutes * MINUTE_MS) return true;
    this.#warm.add(alarm.name);
    return false;
  }

  #enter(alarm: AlarmDefinition, state: AlarmState, reason: string): void {
    const previous = this.#status(alarm);
    if (previous.state === state) return;
    const now: AlarmStatus = { state, reason, since: this.#options.wallClock() };
    this.#states.set(alarm.name, now);
    this.#options.changed({ alarm, previous, now });
  }

  #status({ name }: AlarmDefinition): AlarmStatus {
    const status = this.#states.get(name);
    if (status === undefined) throw new Error(`There is no alarm ${name}.`);
    return status;
  }
}
