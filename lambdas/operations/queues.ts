import type { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import type { SQSClient } from "@aws-sdk/client-sqs";
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  SQSServiceException,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import type { Environment } from "../shared/env.ts";
import type { apiUses } from "./uses.ts";

type WorkQueue = Environment<typeof apiUses>["QUEUES"][number];

/** A work queue with its DLQ. The name is without the stage. */
export interface WatchedQueue extends WorkQueue {
  readonly name: string;
  readonly dlqUrl: string;
  readonly dlqArn: string;
}

/** Derives a queue's name, and its DLQ, whose name ends with `-dlq`. @param prefix of the names of the stack's queues */
export function watchedQueue({ url, arn }: WorkQueue, prefix: string): WatchedQueue {
  const name = arn.slice(arn.lastIndexOf(":") + 1 + prefix.length);
  return { name, url, arn, dlqUrl: `${url}-dlq`, dlqArn: `${arn}-dlq` };
}

/** Depths as SQS counts them (approximately), and the age of the oldest message in seconds, null when there is none. */
export interface QueueDepths {
  readonly name: string;
  readonly depth: number;
  readonly inFlight: number;
  readonly dlqDepth: number;
  readonly oldestAgeSeconds: number | null;
}

/** The queues as SQS and CloudWatch see them. */
export class Queues {
  readonly #sqs: SQSClient;
  readonly #cloudWatch: CloudWatchClient;
  readonly #watched: readonly WatchedQueue[];

  constructor(sqs: SQSClient, cloudWatch: CloudWatchClient, watched: readonly WatchedQueue[]) {
    this.#sqs = sqs;
    this.#cloudWatch = cloudWatch;
    this.#watched = watched;
  }

  /** @returns undefined for a name that no queue has */
  find(name: string): WatchedQueue | undefined {
    return this.#watched.find((queue) => queue.name === name);
  }

  /** Depths of all queues. An empty queue has no oldest message, although the metric may lag behind. */
  async readDepths(now: Date): Promise<QueueDepths[]> {
    const ages = await this.#readOldestAges(now);
    return Promise.all(
      this.#watched.map(async (queue) => {
        const [source, dead] = await Promise.all([this.#readCounts(queue.url), this.#readCounts(queue.dlqUrl)]);
        const empty = source.visible + source.inFlight + source.delayed === 0;
        return {
          name: queue.name,
          depth: source.visible + source.delayed,
          inFlight: source.inFlight,
          dlqDepth: dead.visible + dead.inFlight + dead.delayed,
          oldestAgeSeconds: empty ? null : (ages.get(queue.name) ?? null),
        };
      }),
    );
  }

  /**
   * Starts moving a queue's dead letters back to it.
   *
   * @returns false when a move is already in progress; SQS allows one for each queue. True when it was
   * started by an earlier attempt of this call, whose response was lost
   */
  async redrive(queue: WatchedQueue): Promise<boolean> {
    try {
      await this.#sqs.send(new StartMessageMoveTaskCommand({ SourceArn: queue.dlqArn }));
      return true;
    } catch (error) {
      const { Results = [] } = await this.#sqs.send(
        new ListMessageMoveTasksCommand({ SourceArn: queue.dlqArn, MaxResults: 1 }),
      );
      if (Results[0]?.Status === "RUNNING") return wasRepeated(error);
      throw error;
    }
  }

  async #readCounts(url: string) {
    const { Attributes = {} } = await this.#sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: [
          "ApproximateNumberOfMessages",
          "ApproximateNumberOfMessagesNotVisible",
          "ApproximateNumberOfMessagesDelayed",
        ],
      }),
    );
    return {
      visible: Number(Attributes.ApproximateNumberOfMessages ?? 0),
      inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
      delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
    };
  }

  /** SQS reports no age of a message; CloudWatch has the metric, once a minute. */
  async #readOldestAges(now: Date): Promise<Map<string, number>> {
    const { MetricDataResults = [] } = await this.#cloudWatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(now.getTime() - 10 * 60_000),
        EndTime: now,
        ScanBy: "TimestampDescending",
        MetricDataQueries: this.#watched.map((queue, index) => ({
          Id: `q${index}`,
          MetricStat: {
            Metric: {
              Namespace: "AWS/SQS",
              MetricName: "ApproximateAgeOfOldestMessage",
              Dimensions: [{ Name: "QueueName", Value: queue.arn.split(":").at(-1) }],
            },
            Period: 60,
            Stat: "Maximum",
          },
        })),
      }),
    );
    const ages = new Map<string, number>();
    for (const [index, queue] of this.#watched.entries()) {
      const newest = MetricDataResults.find((result) => result.Id === `q${index}`)?.Values?.[0];
      if (newest !== undefined) ages.set(queue.name, newest);
    }
    return ages;
  }
}

/** Whether the SDK repeated a call before it failed with this error. */
function wasRepeated(error: unknown): boolean {
  return error instanceof SQSServiceException && (error.$metadata.attempts ?? 1) > 1;
}
