import type { ResourcePolicies } from "../access/resource-policies.ts";
import type { MailStore } from "../emulators/mail-store.ts";
import type { QueueDepth } from "../emulators/sqs-emulator.ts";
import { logGroupOf } from "../template/log-group.ts";
import type { Template } from "../template/template.ts";
import { readAlarms } from "./alarm-definition.ts";
import { AlarmEvaluator } from "./alarm-evaluator.ts";
import { AwsMetrics, unsupportedMetrics } from "./aws-metrics.ts";
import { evaluationRange } from "./evaluation.ts";
import type { MetricFilter } from "./metric-filters.ts";
import { LogMetrics, readMetricFilters } from "./metric-filters.ts";
import { Metrics, MINUTE_MS } from "./metrics.ts";
import type { InvokeFunction } from "./notifications.ts";
import { notify } from "./notifications.ts";
import { Topics } from "./topics.ts";

export interface LocalAlarmsOptions {
  readonly template: Template;
  readonly policies: ResourcePolicies;
  readonly mails: Pick<MailStore, "add">;
  /** The site's address, without a slash at the end. */
  readonly siteUrl: string;
  readonly invoke: InvokeFunction;
  /** The contents of a queue, by its physical name; age in seconds of the scaled time. */
  readonly depthOf: (queue: string) => QueueDepth | undefined;
  /** Factor of every wait, an alarm's period included. */
  readonly scale: number;
  /** Milliseconds of the epoch. */
  readonly clock: () => number;
  /** Receives errors, a line at a time. */
  readonly say: (line: string) => void;
}

/** The timer's minimum in milliseconds: shorter scaled minutes are evaluated together. */
const SHORTEST_TICK_MS = 100;

export class LocalAlarms {
  readonly evaluator: AlarmEvaluator;
  readonly metrics = new Metrics();
  readonly aws: AwsMetrics;
  readonly filters: readonly MetricFilter[];
  readonly now: () => number;
  readonly #options: LocalAlarmsOptions;
  readonly #lines: LogMetrics;
  readonly #queues: readonly string[];
  readonly #logGroups: ReadonlyMap<string, string>;
  /** Milliseconds that values are kept. */
  readonly #kept: number;
  #minute: number;
  #timer: NodeJS.Timeout | undefined;

  /** @throws Error on every unsupported part of the filters, alarms and topics */
  constructor(options: LocalAlarmsOptions) {
    const { template, scale, clock, say } = options;
    this.#options = options;
    this.now = scaledTime(scale, clock);
    this.aws = new AwsMetrics(this.metrics, this.now);
    this.filters = readMetricFilters(template);
    this.#lines = new LogMetrics(this.filters, (value) => this.metrics.put(value));
    const alarms = readAlarms(template, options.siteUrl);
    const read = alarms.flatMap(({ metrics }) => metrics.map(({ metric }) => metric));
    this.#queues = [
      ...new Set(
        read.filter(({ namespace }) => namespace === "AWS/SQS").flatMap(({ dimensions }) => dimensions.QueueName ?? []),
      ),
    ];
    this.#logGroups = new Map([
      ...template
        .ofType("AWS::Lambda::Function")
        .map(({ ref, properties }): [string, string] => [ref, logGroupOf(properties, ref)]),
      ...template.ofType("AWS::ApiGatewayV2::Stage").map(({ properties }): [string, string] => {
        const { DestinationArn } = properties.AccessLogSettings as { DestinationArn: string };
        return [String(properties.ApiId), /:log-group:([^:]+)/.exec(DestinationArn)?.[1] ?? ""];
      }),
    ]);
    this.#kept = Math.max(0, ...alarms.map((alarm) => (evaluationRange(alarm) + 1) * alarm.periodSeconds * 1_000));
    const topics = new Topics({ template, policies: options.policies, mails: options.mails, say, now: clock });
    const start = this.now();
    this.#minute = Math.floor(start / MINUTE_MS);
    this.evaluator = new AlarmEvaluator(
      { alarms, metrics: this.metrics, changed: (change) => notify(change, topics, options.invoke), wallClock: clock },
      start,
    );
  }

  /** Processes a log line of a function, or of an API by its id. */
  recordLine(source: string, text: string): void {
    const logGroup = this.#logGroups.get(source);
    if (logGroup !== undefined) this.#lines.recordLine(logGroup, text, this.now());
  }

  /** A function's invocation has ended: its metrics, and of a failed one the line that Lambda itself writes. */
  recordInvocation(functionName: string, ok: boolean, durationMs: number): void {
    this.aws.recordInvocation(functionName, ok, durationMs);
    if (ok) return;
    const report = { type: "platform.report", record: { status: "error", metrics: { durationMs } } };
    this.recordLine(functionName, JSON.stringify(report));
  }

  /** The API has answered a request: its metrics, and its access log. @param error the gateway's own message; else a hyphen */
  recordAnswer(apiId: string, status: number, latencyMs: number, error: string): void {
    this.aws.recordAnswer(apiId, status, latencyMs);
    // As the template's format has them, every value is a text.
    this.recordLine(
      apiId,
      JSON.stringify({ status: String(status), latency_ms: String(Math.round(latencyMs)), error }),
    );
  }

  /** Evaluates the alarms from now on, once a minute of the scaled time. */
  start(): void {
    const untilNextMinute = (this.#minute + 1) * MINUTE_MS - this.now();
    this.#timer = setTimeout(
      () => {
        this.tick();
        this.start();
      },
      Math.max(untilNextMinute * this.#options.scale, SHORTEST_TICK_MS),
    ).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Reads the queues and evaluates the alarms, if a minute has passed since the last time. */
  tick(): void {
    const now = this.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minute) return;
    for (const queue of this.#queues) {
      const depth = this.#options.depthOf(queue);
      // The current contents are used for all minutes since the last reading.
      for (let past = this.#minute; depth !== undefined && past < minute; past += 1) {
        this.aws.recordDepth(queue, depth, past * MINUTE_MS);
      }
    }
    this.#minute = minute;
    this.#lines.settle(now);
    this.evaluator.evaluate(now);
    this.metrics.forget(now - this.#kept);
  }

  /** The parts of the template's filters and alarms without an effect here, a line each. */
  withoutEffect(): string[] {
    const groups = new Set(this.#logGroups.values());
    const unread = this.filters.filter(({ logGroup }) => !groups.has(logGroup));
    const made = this.filters
      .filter(({ logGroup }) => groups.has(logGroup))
      .flatMap(({ transformations }) => transformations.filter(({ dimensions }) => dimensions.length === 0))
      .map(({ namespace, name }) => ({ namespace, name, dimensions: {} }));
    const alarms = this.evaluator.all().map(({ alarm }) => alarm);
    return [
      ...unread.map(({ logGroup, pattern }) => `metric filter ${pattern} over ${logGroup}, which nothing writes to`),
      ...[...unsupportedMetrics(alarms, made)].map(
        ([metric, names]) => `metric ${metric} of alarm ${names.join(", ")}`,
      ),
    ];
  }
}

/**
 * The system's own time: as many times faster than the clock as its waits are shorter.
 *
 * @param clock milliseconds of the epoch
 * @returns milliseconds; at first the clock's own
 */
function scaledTime(scale: number, clock: () => number): () => number {
  const began = clock();
  return () => began + (clock() - began) / scale;
}
