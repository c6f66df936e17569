import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { EventSourceMapping, RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Alarmed, Cause } from "./alarms.ts";
import { FIVE_MINUTES } from "./alarms.ts";
import type { Grant, LambdaFunctionProps } from "./lambda-function.ts";
import { LambdaFunction, logLine } from "./lambda-function.ts";
import type { StageContext } from "./stage-context.ts";

/** Properties of a queue with its dead-letter queue. */
export interface WorkQueueProps {
  /** The stage, and the list of its queues, which the queue is added to. */
  readonly platform: StageContext & { readonly queues: WorkQueue[] };
  /** Without the stage, e.g. `oembed-fetch`. */
  readonly name: string;
  /** The consumer's time-out, from which the visibility time-out is derived. */
  readonly consumerTimeout: Duration;
  readonly maxReceiveCount: number;
  /** What users notice when messages reach the dead-letter queue. */
  readonly deadLetterImpact: string;
  /** Whose fault a dead letter is, as a rule. */
  readonly deadLetterCause: Cause;
  /** What users notice when messages are not processed. */
  readonly stuckImpact: string;
  /**
   * The work items that are pending while their messages are in the queue: their kind in the feature's `reconcile.ts`, and
   * the log code for one that is late; most features have none. Null where a lost message needs no resend, since the same
   * work is requested again anyway.
   */
  readonly pending: {
    readonly things: string;
    readonly late?: { readonly code: string; readonly impact: string };
  } | null;
}

/**
 * A queue and its dead-letter queue, with alarms on both, listed by the API for operators. Both are deleted with the
 * stack, even if the stage keeps its data: the tables are the source of truth, and reconcile resends lost messages.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly name: string;
  readonly maxReceiveCount: number;
  readonly visibilityTimeout: Duration;
  readonly #pending: WorkQueueProps["pending"];
  readonly #stuckImpact: string;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { platform, name } = props;
    this.name = name;
    this.maxReceiveCount = props.maxReceiveCount;
    // Six times the consumer's time-out, as the Lambda guide requires, so that throttled batches are not received twice.
    this.visibilityTimeout = Duration.seconds(props.consumerTimeout.toSeconds() * 6);
    this.#pending = props.pending;
    this.#stuckImpact = props.stuckImpact;
    this.deadLetters = new Queue(this, "DeadLetters", {
      queueName: `${platform.stage}-${name}-dlq`,
      // SQS's maximum: a dead letter keeps the age that it had in its queue.
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.queue = new Queue(this, "Queue", {
      queueName: `${platform.stage}-${name}`,
      visibilityTimeout: this.visibilityTimeout,
      // Longer than the longest import takes (docs/scale.md), and four days shorter than a dead letter is kept.
      retentionPeriod: Duration.days(10),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    platform.alarms.add({
      name: `${name}-dead-letters`,
      // What is urgent about them is counted when it happens: their depth stays until somebody ends it.
      severity: "warning",
      impact: props.deadLetterImpact,
      cause: props.deadLetterCause,
      kind: "level",
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
    });
    if (props.pending === null) this.#alarmOnVisibleMessages(platform);
    platform.dashboard.show(
      `Dead letters of ${name}: depth, age of the oldest`,
      this.deadLetters.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
      this.deadLetters.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
    );
    platform.queues.push(this);
  }

  /** The permission to send messages again, and to ask before whether they may still be in the queue. */
  get resends(): Grant {
    return { actions: ["sqs:SendMessage", "sqs:GetQueueAttributes"], resources: [this.queue.queueArn] };
  }

  /**
   * Adds the alarms on a queue that nobody reads, and on late work items if there is a time from which they are late. A
   * backlog that moves is no fault.
   *
   * @param reconcile the function that logs both
   */
  alarmOnPending<C>(platform: StageContext, reconcile: LambdaFunction<C>): void {
    if (this.#pending === null) return;
    const { things, late } = this.#pending;
    const pattern = FilterPattern.all(logLine("backlog_unread"), FilterPattern.stringValue("$.things", "=", things));
    this.#alarmStuck(platform, {
      metric: reconcile.logMetric({ name: `${this.name}-stuck`, pattern }).with({ period: HALF_AN_HOUR }),
      // Of six runs; one that finds no message in flight may have come between two batches.
      threshold: 4,
    });
    if (late === undefined) return;
    const name = `${this.name}-late`;
    platform.alarms.add({
      name,
      severity: "warning",
      impact: late.impact,
      cause: "ours",
      kind: "level",
      // Longer than the pause after a resend, in which reconcile finds no late work item.
      metric: reconcile.logMetric({ name, pattern: logLine(late.code) }).with({ period: Duration.hours(1) }),
      threshold: 1,
    });
  }

  /**
   * Adds the alarm on a queue that nobody reads, where no table has its work: it always had a visible message for six hours.
   * The most messages that are requested at once, a refresh of each of 1,000 recommendations, take less.
   */
  #alarmOnVisibleMessages(platform: StageContext): void {
    this.#alarmStuck(platform, {
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.hours(1),
        statistic: Stats.MINIMUM,
      }),
      threshold: 1,
      periods: 6,
    });
  }

  #alarmStuck(platform: StageContext, what: Pick<Alarmed, "metric" | "threshold" | "periods">): void {
    platform.alarms.add({
      name: `${this.name}-stuck`,
      severity: "warning",
      impact: this.#stuckImpact,
      cause: "ours",
      kind: "level",
      ...what,
    });
  }
}

const HALF_AN_HOUR = Duration.minutes(30);

/** Properties of a queue's worker. */
export interface QueueWorkerProps<C> extends Omit<LambdaFunctionProps<C>, "recursiveLoop"> {
  readonly workQueue: WorkQueue;
  readonly batchSize: number;
  /** Batches processed at once, 2 at the least (Lambda's limit). */
  readonly maxConcurrency: number;
}

/** The metric that counts messages given up by a fault of ours, of all workers: an alarm costs by the metric. */
export const GIVEN_UP_BY_US = "work-given-up";
/** The metric that counts crashes of all workers, by the lines that Lambda itself writes into their logs. */
export const WORKER_CRASHES = "workers-crashing";

/** The function that processes a queue's messages in batches and reports the failed ones. */
export class QueueWorker<C> extends LambdaFunction<C> {
  constructor(scope: Construct, id: string, props: QueueWorkerProps<C>) {
    const { queue } = props.workQueue;
    const sendsToItself = props.grants.some(
      ({ actions, resources }) => actions.includes("sqs:SendMessage") && resources.includes(queue.queueArn),
    );
    super(scope, id, {
      ...props,
      // Lambda takes a chain of sixteen messages for an endless loop and then stops it.
      recursiveLoop: sendsToItself ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
      grants: [
        ...props.grants,
        {
          actions: [
            "sqs:ReceiveMessage",
            "sqs:DeleteMessage",
            "sqs:GetQueueAttributes",
            // Back-off: the worker sets when a failed message is received again.
            "sqs:ChangeMessageVisibility",
          ],
          resources: [queue.queueArn],
        },
      ],
    });
    this.logMetric({
      name: GIVEN_UP_BY_US,
      pattern: FilterPattern.all(
        FilterPattern.any(
          ...["message_given_up", "message_failed", "message_not_understood", "message_failure_not_recorded"].map(
            logLine,
          ),
        ),
        FilterPattern.stringValue("$.fault", "=", "ours"),
      ),
    });
    this.logMetric({
      name: WORKER_CRASHES,
      pattern: FilterPattern.all(
        FilterPattern.stringValue("$.type", "=", "platform.report"),
        FilterPattern.stringValue("$.record.status", "!=", "success"),
      ),
    });
    new EventSourceMapping(this, "Source", {
      target: this.function,
      eventSourceArn: queue.queueArn,
      batchSize: props.batchSize,
      reportBatchItemFailures: true,
      maxConcurrency: props.maxConcurrency,
    });
  }
}
