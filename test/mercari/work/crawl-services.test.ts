import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it } from "vitest";
import { ProductTable } from "../../../lambdas/mercari/tables/product-table.ts";
import type { CrawlServices } from "../../../lambdas/mercari/work/crawl-services.ts";
import { crawlServices } from "../../../lambdas/mercari/work/crawl-services.ts";
import { listCrawlOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { dynamo, dynamoOfEachTest, variablesOfEntry } from "../../emulators/dynamo-of-tests.ts";
import { at, testClock } from "../../emulators/test-clock.ts";
import { offerNotice } from "../../notices/notices-world.ts";
import { storeProduct } from "../crawl-world.ts";
import { SEARCH, sourced } from "../fetch-world.ts";

const QUEUE_URL = "https://sqs.ap-northeast-1.amazonaws.com/111111111111/prod-mercari-crawl";

dynamoOfEachTest();
const [lambda, s3, sqs] = [mockClient(LambdaClient), mockClient(S3Client), mockClient(SQSClient)];
variablesOfEntry();
beforeEach(() => {
  for (const client of [lambda, s3, sqs]) client.reset();
});
afterAll(() => {
  for (const client of [lambda, s3, sqs]) client.restore();
});

/** The services of a function whose variables have these values. */
const services = (PAGE_SOURCE: "http" | "rendered"): CrawlServices =>
  crawlServices({
    MERCARI_TABLE: "mercari",
    MERCARI_CRAWL_QUEUE_URL: QUEUE_URL,
    NOTICES_TABLE: "notices",
    MERCARI_PAGES_BUCKET: "pages",
    PAGE_SOURCE,
    RENDERER_FUNCTION: "prod-mercari-renderer",
    WAIT_SCALE: 0.5,
  });

it("uses the table, the queue and the bucket that its variables name", async () => {
  const { products, notices, mercariQueue, pages, clock } = services("http");
  const { id } = await storeProduct({ products, clock: testClock() });
  expect(await new ProductTable(dynamo.client, "mercari").get(id)).toMatchObject({ name: "Cameras" });

  const notice = offerNotice("1", at(0));
  await notices.put(notice);
  const { items } = await new NoticeTable(dynamo.client, "notices").list({ limit: 1, position: undefined });
  expect(items).toEqual([notice]);

  sqs.on(SendMessageCommand).resolves({});
  await mercariQueue.send(listCrawlOf(id), "correlation-1");
  expect(sqs.commandCalls(SendMessageCommand)[0]?.args[0].input).toMatchObject({ QueueUrl: QUEUE_URL });

  s3.on(PutObjectCommand).resolves({});
  await pages.keep({ page: sourced(), errorKind: "truncated", of: "search", at: at(0), id: "id-1" });
  expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({ Bucket: "pages" });
  expect(clock.wait(1_000)).toBe(500);
});

it("has pages rendered by the function that its variable names", async () => {
  lambda.on(InvokeCommand).rejects(awsError("ServiceException", 500));
  const { source } = services("rendered");
  for (let page = 0; page < 2; page += 1) {
    await expect(source(SEARCH, 1_000)).rejects.toMatchObject({ name: "OutboundError", kind: "network" });
  }
  const [invoked] = lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input);
  expect(lambda.commandCalls(InvokeCommand)).toHaveLength(2);
  expect(invoked).toMatchObject({ FunctionName: "prod-mercari-renderer" });
  expect(JSON.parse(String(invoked?.Payload))).toMatchObject({ url: SEARCH });
});

it("fetches pages itself where it has no renderer", async () => {
  const { source } = services("http");
  await expect(source("http://127.0.0.1/search", 1_000)).rejects.toMatchObject({ kind: "blocked_address" });
  expect(lambda.calls()).toEqual([]);
});
