import { RemovalPolicy } from "aws-cdk-lib";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IFilterPattern, JsonPattern } from "aws-cdk-lib/aws-logs";
import { FilterPattern, LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Settings } from "../settings.ts";

/**
 * The metrics that count invocations that failed as a whole, of all workers, and of all other functions whose caller does not
 * show it. Lambda's own metric is one for each function.
 */
export const WORKER_CRASHES = "workers-crashing";
export const FAILED_RUNS = "functions-failing";

/** The line that Lambda itself writes about an invocation that failed: a crash, a time-out, an error of the handler. */
const FAILED_RUN = FilterPattern.all(
  FilterPattern.stringValue("$.type", "=", "platform.report"),
  FilterPattern.stringValue("$.record.status", "!=", "success"),
);

/**
 * The kinds of functions by who notices their failures: the caller, who waits for an answer; the queue, which delivers the
 * message again; or nobody. By kind, the metric that counts failed invocations.
 */
const FAILURES = { requests: undefined, workers: WORKER_CRASHES, runs: FAILED_RUNS } as const;

export type LogKind = keyof typeof FAILURES;

/** A metric of log lines: their count, or a number field. */
export interface LogMetric {
  readonly name: string;
  readonly pattern: IFilterPattern;
  /** The field with the number, e.g. `$.delay_ms`; without it the lines are counted. */
  readonly value?: string;
  /** Fields that every such line has, by the name of the dimension. */
  readonly dimensions?: Readonly<Record<string, string>>;
}

/**
 * The log groups of the functions: one for each kind, since Lambda's own line about a failed invocation does not name the
 * function, and what is alike in all functions of a kind is counted by one filter
 * (docs/decisions/0014-alarms-and-cost.md). The name of a log stream contains that of its function.
 */
export class FunctionLogs extends Construct {
  readonly #groups: Readonly<Record<LogKind, LogGroup>>;
  readonly #namespace: string;
  readonly #made = new Map<string, MetricFilter>();

  constructor(
    scope: Construct,
    id: string,
    of: { readonly stage: string; readonly metricNamespace: string; readonly settings: Settings },
  ) {
    super(scope, id);
    this.#namespace = of.metricNamespace;
    const group = (kind: LogKind) =>
      new LogGroup(this, kind, {
        logGroupName: `/aws/lambda/${of.stage}-${kind}`,
        retention: of.settings.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    this.#groups = { requests: group("requests"), workers: group("workers"), runs: group("runs") };
    for (const [kind, name] of Object.entries(FAILURES)) {
      if (name !== undefined) this.metric(kind as LogKind, { name, pattern: FAILED_RUN });
    }
  }

  group(kind: LogKind): LogGroup {
    return this.#groups[kind];
  }

  /**
   * A metric of a log group's lines, made once: several functions may ask for it. Cheaper than a metrics client, and every
   * fact is written once.
   */
  metric(kind: LogKind, of: LogMetric): Metric {
    const group = this.#groups[kind];
    const key = `${kind} ${of.name} ${of.pattern.logPatternString}`;
    const filter =
      this.#made.get(key) ??
      new MetricFilter(group, `Count-${of.name}`, {
        logGroup: group,
        filterPattern: of.pattern,
        metricNamespace: this.#namespace,
        metricName: of.name,
        metricValue: of.value ?? "1",
        ...(of.dimensions === undefined ? {} : { dimensions: of.dimensions }),
      });
    this.#made.set(key, filter);
    return filter.metric({ statistic: of.value === undefined ? Stats.SUM : Stats.AVERAGE });
  }
}

/** The metric filter pattern for lines with a log code. */
export function logLine(code: string): JsonPattern {
  return FilterPattern.stringValue("$.message", "=", code);
}
