import { CloudWatchClient, GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  SQSClient,
  SQSServiceException,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Alarms } from "../../lambdas/operations/alarms.ts";
import type { WatchedQueue } from "../../lambdas/operations/queues.ts";
import { Queues, watchedQueue } from "../../lambdas/operations/queues.ts";
import { awsError } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { operationsApi } from "./operations-api.ts";

const NOW = new Date("2026-11-20T03:00:00.000Z");
const log = capturedLog();
const sqs = mockClient(SQSClient);
const cloudWatch = mockClient(CloudWatchClient);

function watched(name: string): WatchedQueue {
  const url = `https://sqs.ap-northeast-1.amazonaws.com/111111111111/prod-${name}`;
  return watchedQueue({ url, arn: `arn:aws:sqs:ap-northeast-1:111111111111:prod-${name}` }, "prod-");
}

const fetchQueue = watched("oembed-fetch");
const crawlQueue = watched("mercari-crawl");
const queues = new Queues(new SQSClient({ region: "r" }), new CloudWatchClient({ region: "r" }), [
  fetchQueue,
  crawlQueue,
]);

const send = operationsApi({
  queues,
  alarms: new Alarms([{ cloudWatch: new CloudWatchClient({ region: "r" }), suffix: "" }], "prod-"),
  clock: { now: () => NOW, wait: (milliseconds: number) => milliseconds },
});

beforeEach(() => {
  sqs.reset();
  cloudWatch.reset();
  cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [] });
});
afterAll(() => {
  sqs.restore();
  cloudWatch.restore();
});

/** The attributes of a queue in SQS, of which it answers the requested ones: messages visible, in flight and delayed. */
function counts(url: string, visible: number, inFlight = 0, delayed = 0): void {
  const all: Readonly<Record<string, string>> = {
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
  };
  sqs.on(GetQueueAttributesCommand, { QueueUrl: url }).callsFake(({ AttributeNames = [] }) => ({
    Attributes: Object.fromEntries(AttributeNames.map((name: string) => [name, all[name]])),
  }));
}

function allEmpty(): void {
  for (const { url, dlqUrl } of [fetchQueue, crawlQueue]) {
    counts(url, 0);
    counts(dlqUrl, 0);
  }
}

const empty = { depth: 0, in_flight: 0, dlq_depth: 0, oldest_age_seconds: null };

describe("GET /v1/ops/queues", () => {
  const list = () => send({ route: "GET /v1/ops/queues" });

  it("lists every queue with its depths and the age of its oldest message", async () => {
    counts(fetchQueue.url, 7, 2, 1);
    counts(fetchQueue.dlqUrl, 3, 1, 0);
    counts(crawlQueue.url, 0, 1);
    counts(crawlQueue.dlqUrl, 0);
    cloudWatch.on(GetMetricDataCommand).resolves({
      // CloudWatch does not sort the metrics; the newest value of each comes first.
      MetricDataResults: [
        { Id: "q1", Values: [12] },
        { Id: "q0", Values: [340, 280, 220] },
      ],
    });
    expect(await list()).toEqual({
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        queues: [
          { name: "oembed-fetch", depth: 8, in_flight: 2, dlq_depth: 4, oldest_age_seconds: 340 },
          { name: "mercari-crawl", depth: 0, in_flight: 1, dlq_depth: 0, oldest_age_seconds: 12 },
        ],
      },
    });
  });

  it("has no oldest message in an empty queue, even if the metric lags behind", async () => {
    allEmpty();
    cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [{ Id: "q0", Values: [300] }] });
    expect((await list()).body.queues[0]).toEqual({ name: "oembed-fetch", ...empty });
  });

  it("has no age while the metric has no value yet", async () => {
    allEmpty();
    counts(fetchQueue.url, 1);
    for (const MetricDataResults of [[], [{ Id: "q0" }], [{ Id: "q0", Values: [] }]]) {
      cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults });
      expect((await list()).body.queues[0]).toEqual({ name: "oembed-fetch", ...empty, depth: 1 });
    }
  });

  it("requests the age of the oldest message, by the queues' deployed names, in the last ten minutes", async () => {
    allEmpty();
    await list();
    const [call] = cloudWatch.commandCalls(GetMetricDataCommand);
    const { StartTime, EndTime, ScanBy, MetricDataQueries = [] } = call?.args[0].input ?? {};
    expect([StartTime?.toISOString(), EndTime, ScanBy]).toEqual([
      "2026-11-20T02:50:00.000Z",
      NOW,
      "TimestampDescending",
    ]);
    expect(MetricDataQueries).toEqual(
      ["prod-oembed-fetch", "prod-mercari-crawl"].map((Value, index) => ({
        Id: `q${index}`,
        MetricStat: {
          Metric: {
            Namespace: "AWS/SQS",
            MetricName: "ApproximateAgeOfOldestMessage",
            Dimensions: [{ Name: "QueueName", Value }],
          },
          Period: 60,
          Stat: "Maximum",
        },
      })),
    );
  });

  it("is 503 when SQS throttles", async () => {
    const error = awsError("ThrottlingException", 400);
    sqs.on(GetQueueAttributesCommand).rejects(error);
    expect(await list()).toMatchObject({ status: 503, body: { code: "temporarily_unavailable" } });
  });
});

describe("POST /v1/ops/queues/{name}/redrive", () => {
  const redrive = (name = "oembed-fetch") =>
    send({ route: "POST /v1/ops/queues/{name}/redrive", params: { name }, user: "operator" });

  const refused = awsError("InvalidParameterValue", 400);

  it("starts moving the queue's dead letters to their source queue", async () => {
    sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: "task" });
    expect(await redrive()).toEqual({
      status: 202,
      headers: { "content-type": "application/json" },
      body: { name: "oembed-fetch" },
    });
    const calls = sqs.commandCalls(StartMessageMoveTaskCommand);
    // Without a destination SQS moves each message back to its own source queue.
    expect(calls.map(({ args }) => args[0].input)).toEqual([{ SourceArn: fetchQueue.dlqArn }]);
    expect(log.lines("redrive_started")).toEqual([expect.objectContaining({ queue: "oembed-fetch", by: "operator" })]);
  });

  /** SQS's error after so many attempts of the SDK. */
  const refusedAt = (attempts: number | undefined) =>
    new SQSServiceException({
      name: "InvalidParameterValue",
      $fault: "client",
      $metadata: { httpStatusCode: 400, ...(attempts === undefined ? {} : { attempts }) },
    });

  it("has started the move that is in progress when the SDK had to repeat the call", async () => {
    sqs.on(StartMessageMoveTaskCommand).rejects(refusedAt(2));
    sqs.on(ListMessageMoveTasksCommand).resolves({ Results: [{ Status: "RUNNING" }] });
    expect((await redrive()).status).toBe(202);
  });

  it.each([refused, refusedAt(1), refusedAt(undefined)])("answers 409 while a move is in progress", async (error) => {
    sqs.on(StartMessageMoveTaskCommand).rejects(error);
    sqs
      .on(ListMessageMoveTasksCommand, { SourceArn: fetchQueue.dlqArn })
      .resolves({ Results: [{ Status: "RUNNING" }] });
    expect(await redrive()).toMatchObject({
      status: 409,
      headers: { "content-type": "application/problem+json" },
      body: { code: "redrive_in_progress" },
    });
    expect(log.lines("redrive_started")).toEqual([]);
  });

  it.each([
    { name: "the last move is complete", Results: [{ Status: "COMPLETED" }] },
    { name: "the last move failed", Results: [{ Status: "FAILED" }] },
    { name: "there was no move", Results: [] },
    { name: "SQS does not say", Results: undefined },
  ])("throws SQS's error when $name", async ({ Results }) => {
    sqs.on(StartMessageMoveTaskCommand).rejects(refused);
    sqs.on(ListMessageMoveTasksCommand).resolves(Results === undefined ? {} : { Results });
    await expect(queues.redrive(fetchQueue)).rejects.toBe(refused);
    expect(await redrive()).toMatchObject({ status: 500, body: { code: "internal_error" } });
  });

  it("answers 503 when SQS fails", async () => {
    const away = awsError("InternalError", 500);
    sqs.on(StartMessageMoveTaskCommand).rejects(away);
    sqs.on(ListMessageMoveTasksCommand).rejects(away);
    expect(await redrive()).toMatchObject({ status: 503, body: { code: "temporarily_unavailable" } });
  });

  it.each(["nothing", "prod-oembed-fetch", "oembed-fetch-dlq", "constructor", ""])(
    "answers 404 for %j, which is no queue",
    async (name) => {
      expect(await redrive(name)).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(sqs.calls()).toHaveLength(0);
    },
  );
});
