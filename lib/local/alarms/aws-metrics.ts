import type { QueueDepth } from "../emulators/sqs-emulator.ts";
import type { AlarmDefinition } from "./alarm-definition.ts";
import type { MetricName, Metrics } from "./metrics.ts";
import { keyOf } from "./metrics.ts";

/** The supported metrics of AWS's services, by namespace and sets of dimensions. */
const KEPT: Readonly<Record<string, { readonly names: readonly string[]; readonly dimensions: readonly string[] }>> = {
  "AWS/SQS": {
    names: [
      "ApproximateNumberOfMessagesVisible",
      "ApproximateNumberOfMessagesNotVisible",
      "ApproximateNumberOfMessagesDelayed",
      "ApproximateAgeOfOldestMessage",
      "NumberOfMessagesSent",
    ],
    dimensions: ["QueueName"],
  },
  "AWS/Lambda": { names: ["Invocations", "Errors", "Duration", "Throttles"], dimensions: ["", "FunctionName"] },
  "AWS/ApiGateway": { names: ["Count", "4xx", "5xx", "Latency"], dimensions: ["ApiId", "ApiId,Stage"] },
};

const STAGE = "$default";

/** Reports the metrics of AWS's services. Times are in milliseconds of the scaled time. */
export class AwsMetrics {
  readonly #metrics: Metrics;
  readonly #now: () => number;
  /** The messages of each queue at its last reading. */
  readonly #held = new Map<string, number>();

  constructor(metrics: Metrics, now: () => number) {
    this.#metrics = metrics;
    this.#now = now;
  }

  /** A function's invocation has ended. The local system does not throttle. */
  recordInvocation(functionName: string, ok: boolean, durationMs: number): void {
    for (const dimensions of [{ FunctionName: functionName }, {}]) {
      const of = (name: string, value: number) => this.#put("AWS/Lambda", name, dimensions, value, this.#now());
      of("Invocations", 1);
      of("Errors", ok ? 0 : 1);
      of("Duration", durationMs);
      of("Throttles", 0);
    }
  }

  recordAnswer(apiId: string, status: number, latencyMs: number): void {
    for (const dimensions of [{ ApiId: apiId }, { ApiId: apiId, Stage: STAGE }]) {
      const of = (name: string, value: number) => this.#put("AWS/ApiGateway", name, dimensions, value, this.#now());
      of("Count", 1);
      of("4xx", status >= 400 && status < 500 ? 1 : 0);
      of("5xx", status >= 500 ? 1 : 0);
      of("Latency", latencyMs);
    }
  }

  /** The contents of a queue in the minute of `at`. */
  recordDepth(queueName: string, depth: QueueDepth, at: number): void {
    const of = (name: string, value: number) => this.#put("AWS/SQS", name, { QueueName: queueName }, value, at);
    of("ApproximateNumberOfMessagesVisible", depth.visible);
    of("ApproximateNumberOfMessagesNotVisible", depth.notVisible);
    of("ApproximateNumberOfMessagesDelayed", depth.delayed);
    of("ApproximateAgeOfOldestMessage", depth.oldestAge ?? 0);
    // What a queue holds more than a minute ago was sent to it; only a queue without a consumer is read for this metric.
    const held = depth.visible + depth.notVisible + depth.delayed;
    of("NumberOfMessagesSent", Math.max(0, held - (this.#held.get(queueName) ?? 0)));
    this.#held.set(queueName, held);
  }

  #put(namespace: string, name: string, dimensions: MetricName["dimensions"], value: number, at: number): void {
    this.#metrics.put({ metric: { namespace, name, dimensions }, value, at });
  }
}

/**
 * The metrics that alarms read and that the local system does not report, with the alarms' names.
 *
 * @param made the metrics from log lines
 */
export function unsupportedMetrics(
  alarms: readonly AlarmDefinition[],
  made: readonly MetricName[],
): ReadonlyMap<string, readonly string[]> {
  const known = new Set(made.map(keyOf));
  const unkept = new Map<string, string[]>();
  for (const { name, metrics } of alarms) {
    for (const { metric } of metrics) {
      if (known.has(keyOf(metric)) || isKept(metric)) continue;
      const label = `${metric.namespace} ${metric.name}`;
      unkept.set(label, [...new Set([...(unkept.get(label) ?? []), name])]);
    }
  }
  return unkept;
}

function isKept({ namespace, name, dimensions }: MetricName): boolean {
  const kept = KEPT[namespace];
  return kept?.names.includes(name) === true && kept.dimensions.includes(Object.keys(dimensions).sort().join());
}
