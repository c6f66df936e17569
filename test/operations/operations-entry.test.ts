import { CloudWatchClient, DescribeAlarmsCommand, GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { HeadObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { handler as api } from "../../lambdas/operations/api.ts";
import { handler as onSchedule } from "../../lambdas/operations/on-schedule.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile, variablesOfEntry } from "../emulators/dynamo-of-tests.ts";
import { answerTo, lambdaContext } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { TestBucket } from "../recommendations/test-bucket.ts";
import { pendingStock } from "../slides/slides-world.ts";

const log = capturedLog();
dynamoOfFile();

const QUEUES = "https://sqs.ap-northeast-1.amazonaws.com/111111111111";
const sqs = mockClient(SQSClient);
const cloudWatch = mockClient(CloudWatchClient);
const s3 = mockClient(S3Client);

variablesOfEntry();
beforeEach(() => {
  vi.stubEnv("WAIT_SCALE", "1");
  sqs.reset();
  cloudWatch.reset();
  s3.reset();
});
afterAll(() => {
  sqs.restore();
  cloudWatch.restore();
  s3.restore();
});

it("the deployed API tells its version, its document, its queues and its alarms", async () => {
  const admin = { user: "olga", groups: ["admin"] };
  expect((await answerTo(api, { route: "GET /v1/health" })).status).toBe(500);
  expect(log.lines("request_failed")[0]?.error_message).toMatch(
    /: QUEUES .*, ALARM_REGIONS .*, NAME_PREFIX .*, API_URL .*, VERSION \(missing\)/,
  );

  const queue = {
    url: `${QUEUES}/prod-oembed-fetch`,
    arn: "arn:aws:sqs:ap-northeast-1:111111111111:prod-oembed-fetch",
  };
  vi.stubEnv("QUEUES", JSON.stringify([queue]));
  vi.stubEnv("ALARM_REGIONS", JSON.stringify([{ region: "ap-northeast-1", suffix: "" }]));
  vi.stubEnv("NAME_PREFIX", "prod-");
  vi.stubEnv("API_URL", "https://api.alice.example");
  vi.stubEnv("VERSION", "1.2.3");
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: "2" } });
  cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [{ Id: "q0", Values: [7] }] });
  cloudWatch.on(DescribeAlarmsCommand).resolves({
    MetricAlarms: [
      {
        AlarmName: "prod-api-5xx",
        AlarmDescription: "Requests fail. Runbook: https://alice.example/docs/runbook#api-5xx",
        StateValue: "OK",
        StateTransitionedTimestamp: new Date(0),
      },
    ],
  });
  expect(await answerTo(api, { route: "GET /v1/health", user: null })).toMatchObject({
    status: 200,
    body: { status: "ok", version: "1.2.3" },
  });
  expect(sqs.calls()).toEqual([]);
  const document = await answerTo(api, { route: "GET /openapi.json", user: null });
  expect(document).toMatchObject({
    status: 200,
    headers: { "cache-control": "public, max-age=10" },
    body: { servers: [{ url: "https://api.alice.example" }] },
  });
  expect(Object.keys(document.body.paths)).toEqual(expect.arrayContaining(["/v1/health", "/v1/recommendations"]));
  expect((await answerTo(api, { route: "GET /v1/ops/queues", ...admin })).body.queues).toEqual([
    { name: "oembed-fetch", depth: 2, in_flight: 0, dlq_depth: 2, oldest_age_seconds: 7 },
  ]);
  expect((await answerTo(api, { route: "GET /v1/ops/alarms", ...admin })).body.alarms).toMatchObject([
    { name: "api-5xx", state: "ok", impact: "Requests fail." },
  ]);
});

it("the deployed schedule sends the message of overdue work again, and publishes what is not published", async () => {
  await expect(onSchedule({}, lambdaContext())).rejects.toThrow(/: STOCKS_TABLE .*, BOOKMARKS_TABLE .*, SITE_URL /);

  for (const table of ["STOCKS", "BOOKMARKS", "BOOKS", "NOTICES", "MERCARI", "RECOMMENDATIONS"]) {
    vi.stubEnv(`${table}_TABLE`, table.toLowerCase());
  }
  for (const queue of [
    "OEMBED_FETCH",
    "BOOKMARK_PROCESSING",
    "BOOKS_COLLECT",
    "MERCARI_CRAWL",
    "WEBMENTION_SEND",
    "WEBMENTION_RECEIVE",
  ]) {
    vi.stubEnv(`${queue}_QUEUE_URL`, `${QUEUES}/${queue}`);
  }
  vi.stubEnv("CONTENT_BUCKET", "content");
  vi.stubEnv("SITE_BUCKET", "site");
  vi.stubEnv("SITE_URL", "https://alice.example");
  for (const field of ["TITLE", "DESCRIPTION", "ICON", "LOGO", "ACCENT_COLOR"]) vi.stubEnv(`SITE_${field}`, "");
  sqs.on(GetQueueAttributesCommand).resolves({
    Attributes: { ApproximateNumberOfMessages: "0", ApproximateNumberOfMessagesNotVisible: "0" },
  });
  sqs.on(SendMessageBatchCommand).resolves({});
  const bucket = new TestBucket();
  s3.on(HeadObjectCommand).callsFake((input) => bucket.client.send(new HeadObjectCommand(input)));
  s3.on(PutObjectCommand).callsFake((input) => bucket.client.send(new PutObjectCommand(input)));
  const stock = pendingStock("mia", { now: new Date(Date.now() - 60 * MINUTE) });
  await stockTable(dynamo.client, "stocks").create(stock, "creation-1");
  expect(await onSchedule({}, lambdaContext("run-1"))).toEqual({ resent: 1, completed: 1, given_up: 0, errors: 0 });
  expect(log.lines("schedule_done")).toMatchObject([{ correlation_id: "run-1", resent: 1 }]);
  const [sent] = sqs.commandCalls(SendMessageBatchCommand);
  expect(sent?.args[0].input.QueueUrl).toBe(`${QUEUES}/OEMBED_FETCH`);
  expect(JSON.parse(sent?.args[0].input.Entries?.[0]?.MessageBody ?? "")).toMatchObject({ stockId: stock.id });
  expect(bucket.document()).toBe("[]\n");
  expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input.Bucket).toBe("site");
  expect(await onSchedule({}, lambdaContext("run-2"))).toEqual({ resent: 0, completed: 0, given_up: 0, errors: 0 });
});
