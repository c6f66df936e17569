import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { FIVE_MINUTES } from "./alarms.ts";
import type { LambdaFunctionProps } from "./lambda-function.ts";
import { LambdaFunction } from "./lambda-function.ts";
import type { Platform } from "./platform.ts";

/** Properties of a queue with its dead-letter queue. */
export interface WorkQueueProps {
  readonly platform: Platform;
  /** Without the stage, e.g. `oembed-fetch`. */
  readonly name: string;
  /** The consumer's time-out, from which the visibility time-out follows. */
  readonly consumerTimeout: Duration;
  readonly maxReceiveCount: number;
  /** What users notice when messages end in the dead-letter queue. */
  readonly deadLetterImpact: string;
  /** What users notice when messages are not worked on. */
  readonly stuckImpact: string;
}

/**
 * A queue and its dead-letter queue, with alarms on both, shown to operators. Both go with the stack, whatever the stage
 * keeps: the tables are the truth, and reconcile sends again what a queue has lost.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly name: string;
  readonly maxReceiveCount: number;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { platform, name } = props;
    this.name = name;
    this.maxReceiveCount = props.maxReceiveCount;
    this.deadLetters = new Queue(this, "DeadLetters", {
      queueName: `${platform.stage}-${name}-dlq`,
      // The longest SQS keeps: a dead letter keeps the age it had in its queue.
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.queue = new Queue(this, "Queue", {
      queueName: `${platform.stage}-${name}`,
      // Six times the consumer's time-out, as the Lambda guide asks for, so that throttled batches don't come twice.
      visibilityTimeout: Duration.seconds(props.consumerTimeout.toSeconds() * 6),
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
    platform.alarms.add({
      name: `${name}-stuck`,
      severity: "warning",
      impact: props.stuckImpact,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
      // Longer than the longest wait that a site may ask for (an hour): such a message ages, too.
      threshold: Duration.minutes(90).toSeconds(),
    });
    platform.dashboard.show(
      `Dead letters of ${name}: depth, age of the oldest`,
      this.deadLetters.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
      this.deadLetters.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
    );
    platform.queues.push(this);
  }
}

/** Properties of a queue's worker. */
export interface QueueWorkerProps<C> extends LambdaFunctionProps<C> {
  readonly workQueue: WorkQueue;
  readonly batchSize: number;
  /** Batches worked on at once, 2 at the least (Lambda's limit). */
  readonly maxConcurrency: number;
}

/** The function that works on a queue's messages, a batch at a time, and reports those that failed. */
export class QueueWorker<C> extends LambdaFunction<C> {
  constructor(scope: Construct, id: string, props: QueueWorkerProps<C>) {
    const { queue } = props.workQueue;
    super(scope, id, {
      ...props,
      grants: [
        ...props.grants,
        {
          actions: [
            "sqs:ReceiveMessage",
            "sqs:DeleteMessage",
            "sqs:GetQueueAttributes",
            // Back-off: the worker says when a failed message shall come again.
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
