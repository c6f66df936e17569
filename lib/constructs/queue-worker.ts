import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { EventSourceMapping, RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { Queue, QueueEncryption, RedrivePermission } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { EnvironmentContract } from "../../lambdas/shared/env.ts";
import { FIVE_MINUTES } from "./alarms.ts";
import { alarmOnDepth } from "./dead-letter-depth.ts";
import { logLine } from "./function-logs.ts";
import type { LambdaFunctionProps } from "./lambda-function.ts";
import { LambdaFunction } from "./lambda-function.ts";
import { DEAD_LETTER_DAYS } from "./recovery.ts";
import type { StageContext } from "./stage-context.ts";
import type { TlsOnlyQueues } from "./tls-only-queues.ts";

export interface WorkQueueProps {
  /** The stage, the list of its queues, which the queue is added to, and their policy. */
  readonly platform: StageContext & { readonly queues: WorkQueue[]; readonly tlsOnlyQueues: TlsOnlyQueues };
  /** Without the stage, e.g. `oembed-fetch`. */
  readonly name: string;
  /** The consumer's time-out, from which the visibility time-out is derived. */
  readonly consumerTimeout: Duration;
  readonly maxReceiveCount: number;
  /** What users notice of a dead letter, without a full stop, e.g. `Decks show as failed`. */
  readonly undone: string;
  /** The log code of reconcile for a work item that is late, and what users notice; most features have none. */
  readonly late?: { readonly code: string; readonly impact: string };
  /**
   * What users notice when the queue is not read; only for a queue that reconcile does not know, because the same work is
   * requested again anyway. Reconcile watches all others.
   */
  readonly stuckImpact?: string;
}

/**
 * A queue and its dead-letter queue, listed by the API for operators. Both are deleted with the
 * stack, even if the stage keeps its data: the tables are the source of truth, and reconcile resends lost messages.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly name: string;
  readonly maxReceiveCount: number;
  readonly visibilityTimeout: Duration;
  readonly #late: WorkQueueProps["late"];

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { platform, name } = props;
    this.name = name;
    this.maxReceiveCount = props.maxReceiveCount;
    // Six times the consumer's time-out, as the Lambda guide requires, so that throttled batches are not received twice.
    this.visibilityTimeout = Duration.seconds(props.consumerTimeout.toSeconds() * 6);
    this.#late = props.late;
    this.deadLetters = new Queue(this, "DeadLetters", {
      queueName: `${platform.stage}-${name}-dlq`,
      retentionPeriod: Duration.days(DEAD_LETTER_DAYS),
      encryption: QueueEncryption.SQS_MANAGED,
      // By its name: the queue refers to this one.
      redriveAllowPolicy: {
        redrivePermission: RedrivePermission.BY_QUEUE,
        sourceQueues: [
          Queue.fromQueueArn(
            this,
            "Source",
            Stack.of(this).formatArn({ service: "sqs", resource: `${platform.stage}-${name}` }),
          ),
        ],
      },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.queue = new Queue(this, "Queue", {
      queueName: `${platform.stage}-${name}`,
      visibilityTimeout: this.visibilityTimeout,
      // Longer than the longest import takes (docs/scale.md), and four days shorter than a dead letter is kept.
      retentionPeriod: Duration.days(10),
      encryption: QueueEncryption.SQS_MANAGED,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    alarmOnDepth(platform, this.deadLetters, {
      name: `${name}-dlq-depth`,
      impact: `${props.undone}: the message waits until somebody redrives or deletes it.`,
      cause: "theirs",
    });
    if (props.stuckImpact !== undefined) this.#alarmOnVisibleMessages(platform, props.stuckImpact);
    platform.dashboard.show(
      `Dead letters of ${name}: depth, age of the oldest`,
      this.deadLetters.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
      this.deadLetters.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
    );
    platform.queues.push(this);
    platform.tlsOnlyQueues.add(this.queue, this.deadLetters);
    platform.resources.add("queue", name, { value: this.queue.queueUrl, arn: this.queue.queueArn });
  }

  /**
   * Adds the alarm on late work items, for a queue whose items can be late.
   *
   * @param reconcile the function that logs them
   */
  alarmOnLate(platform: StageContext, reconcile: LambdaFunction): void {
    if (this.#late === undefined) return;
    const name = `${this.name}-late`;
    platform.alarms.add({
      name,
      severity: "warning",
      impact: this.#late.impact,
      cause: "ours",
      kind: "level",
      // Longer than the pause after a resend, in which reconcile finds no late work item.
      metric: reconcile.logMetric({ name, pattern: logLine(this.#late.code) }).with({ period: Duration.hours(1) }),
      threshold: 1,
    });
  }

  /**
   * Adds the alarm on a queue that is not read, if no table holds its work: it had a visible message throughout six hours.
   * The largest number of messages that are requested at once, a refresh of each of 1,000 recommendations, takes less.
   */
  #alarmOnVisibleMessages(platform: StageContext, impact: string): void {
    platform.alarms.add({
      name: `${this.name}-stuck`,
      severity: "warning",
      impact,
      cause: "ours",
      kind: "level",
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.hours(1),
        statistic: Stats.MINIMUM,
      }),
      threshold: 1,
      periods: 6,
    });
  }
}

export interface QueueWorkerProps extends Omit<LambdaFunctionProps, "recursiveLoop" | "kind"> {
  readonly platform: WorkQueueProps["platform"];
  /** Its queue is the one that it `receives` from. */
  readonly uses: EnvironmentContract;
  readonly batchSize: number;
  /** Batches that are processed at once, at least 2 (Lambda's limit). */
  readonly maxConcurrency: number;
}

/** The metric that counts messages given up by a fault of ours, for all workers: alarms are priced by the metric. */
export const GIVEN_UP_BY_US = "work-given-up";
/** The metric that counts dead letters of all workers. */
export const DEAD_LETTERS = "dead-letters";
/** The log code of a message's last receive, after which SQS dead-letters it; SQS has no metric that counts dead letters. */
export const DEAD_LETTERED = "message_dead_lettered";

/** The function that processes a queue's messages in batches and reports the failed ones. */
export class QueueWorker extends LambdaFunction {
  constructor(scope: Construct, id: string, props: QueueWorkerProps) {
    const [consumed] = Object.values(props.uses).flatMap((use) =>
      "queue" in use && use.does.includes("receives") ? [use] : [],
    );
    const workQueue = props.platform.queues.find(({ name }) => name === consumed?.queue);
    if (consumed === undefined || workQueue === undefined) throw new Error(`${props.bundle} receives from no queue.`);
    super(scope, id, {
      ...props,
      kind: "workers",
      settings: {
        MAX_RECEIVE_COUNT: String(workQueue.maxReceiveCount),
        VISIBILITY_SECONDS: String(workQueue.visibilityTimeout.toSeconds()),
        ATTEMPT_SECONDS: String(props.timeout.toSeconds()),
        ...props.settings,
      },
      // Lambda takes a chain of sixteen messages for an endless loop and stops it.
      recursiveLoop: consumed.does.includes("sends") ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
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
    this.logMetric({ name: DEAD_LETTERS, pattern: logLine(DEAD_LETTERED) });
    new EventSourceMapping(this, "Source", {
      target: this.function,
      eventSourceArn: workQueue.queue.queueArn,
      batchSize: props.batchSize,
      reportBatchItemFailures: true,
      maxConcurrency: props.maxConcurrency,
    });
  }
}
