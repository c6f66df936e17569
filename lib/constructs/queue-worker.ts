import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { EventSourceMapping, RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Alarmed } from "./alarms.ts";
import { FIVE_MINUTES } from "./alarms.ts";
import type { LambdaFunctionProps } from "./lambda-function.ts";
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
  /** What users notice when messages are not processed. */
  readonly stuckImpact: string;
  /**
   * The work items that are pending while their messages are in the queue: their kind in the feature's `reconcile.ts`,
   * and the round of reconcile from which on they count as stuck; the second comes after half an hour, the third after
   * 70 minutes. Null where a lost message needs no resend, since the same work is requested again anyway.
   */
  readonly pending: {
    readonly things: string;
    readonly tooLongFromRound: 2 | 3;
    /** The log code of reconcile for one work item that is late but not stuck yet; most features have none. */
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
  readonly pending: WorkQueueProps["pending"];
  readonly stuckImpact: string;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { platform, name } = props;
    this.name = name;
    this.maxReceiveCount = props.maxReceiveCount;
    // Six times the consumer's time-out, as the Lambda guide requires, so that throttled batches are not received twice.
    this.visibilityTimeout = Duration.seconds(props.consumerTimeout.toSeconds() * 6);
    this.pending = props.pending;
    this.stuckImpact = props.stuckImpact;
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
      retentionPeriod: Duration.days(4),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    platform.alarms.add({
      name: `${name}-dead-letters`,
      severity: "urgent",
      impact: props.deadLetterImpact,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
    });
    if (props.pending === null) this.#alarmOnReadyMessages(platform);
    platform.dashboard.show(
      `Dead letters of ${name}: depth, age of the oldest`,
      this.deadLetters.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
      this.deadLetters.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
    );
    platform.queues.push(this);
  }

  /**
   * Adds an alarm that fires when work items are stuck, as reconcile finds them in the table. The queue's own metrics
   * can't show it: the age of its oldest message excludes messages received three times, and includes the `Retry-After`
   * of sites.
   *
   * @param reconcile the function that logs `still_pending`
   */
  alarmOnPending<C>(platform: StageContext, reconcile: LambdaFunction<C>): void {
    if (this.pending === null) return;
    const { things, tooLongFromRound, late } = this.pending;
    const pattern = FilterPattern.all(
      logLine("still_pending"),
      FilterPattern.stringValue("$.things", "=", things),
      FilterPattern.numberValue("$.round", ">=", tooLongFromRound),
    );
    this.#alarmStuck(platform, {
      // Longer than the pause between two rounds, so that the alarm stays until the last work item is done or given up.
      metric: reconcile.logMetric({ name: `${this.name}-stuck`, pattern }).with({ period: Duration.hours(1) }),
      threshold: 1,
    });
    if (late === undefined) return;
    const name = `${this.name}-late`;
    platform.alarms.add({
      name,
      severity: "warning",
      impact: late.impact,
      // As long as above: reconcile finds no late work item in the pause after it has resent the message.
      metric: reconcile.logMetric({ name, pattern: logLine(late.code) }).with({ period: Duration.hours(1) }),
      threshold: 1,
    });
  }

  /** Adds an alarm that fires when the queue always had a visible message for half an hour. */
  #alarmOnReadyMessages(platform: StageContext): void {
    this.#alarmStuck(platform, {
      // A message that waits for another attempt is in flight and does not count, however often it was received.
      metric: this.queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: Stats.MINIMUM }),
      threshold: 1,
      periods: 6,
    });
  }

  #alarmStuck(platform: StageContext, what: Pick<Alarmed, "metric" | "threshold" | "periods">): void {
    platform.alarms.add({ name: `${this.name}-stuck`, severity: "warning", impact: this.stuckImpact, ...what });
  }
}

/** Properties of a queue's worker. */
export interface QueueWorkerProps<C> extends Omit<LambdaFunctionProps<C>, "recursiveLoop"> {
  readonly workQueue: WorkQueue;
  readonly batchSize: number;
  /** Batches processed at once, 2 at the least (Lambda's limit). */
  readonly maxConcurrency: number;
}

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
    new EventSourceMapping(this, "Source", {
      target: this.function,
      eventSourceArn: queue.queueArn,
      batchSize: props.batchSize,
      reportBatchItemFailures: true,
      maxConcurrency: props.maxConcurrency,
    });
  }
}
