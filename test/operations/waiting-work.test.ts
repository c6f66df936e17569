import { S3Client } from "@aws-sdk/client-s3";
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it, vi } from "vitest";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import { reconcilableCrawls } from "../../lambdas/mercari/reconcile.ts";
import { requestCrawl } from "../../lambdas/mercari/work/request-crawl.ts";
import { allReconciled } from "../../lambdas/operations/all-reconciled.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { mentionSource } from "../../lambdas/recommendations/domain/mention-source.ts";
import { reconcilableDeliveries, reconcilableMentions } from "../../lambdas/recommendations/reconcile.ts";
import type { WebmentionReceiveMessage } from "../../lambdas/recommendations/work/webmention-receive-message.ts";
import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Backlog } from "../../lambdas/shared/work/backlog.ts";
import type { Queue } from "../../lambdas/shared/work/queue.ts";
import type { Reconcilable } from "../../lambdas/shared/work/reconcile.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { fetchMessage } from "../../lambdas/slides/fetch-message.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import { fetchStock, giveUpStock } from "../../lambdas/slides/worker.ts";
import { bookmarksWorld } from "../bookmarks/bookmarks-world.ts";
import { fetchedPage, processingWorker, reader } from "../bookmarks/processing-world.ts";
import { booksWorld, operator } from "../books/books-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE, START, testClock } from "../emulators/test-clock.ts";
import { notedVisibility, testQueue } from "../emulators/test-queue.ts";
import { synthesized } from "../infra/synthesized.ts";
import { load } from "../load.ts";
import { crawlWorld, storeProduct } from "../mercari/crawl-world.ts";
import { addSite, changesWorld } from "../recommendations/changes-world.ts";
import { looker, mentionTables, SITE_URL, sender } from "../recommendations/mentions-world.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { deckUrl, slidesApi, slidesWorld } from "../slides/slides-world.ts";

const log = capturedLog();

// A run reads all users' work items, so that each test needs tables of its own.
dynamoOfEachTest();

/** A work item with a message in a queue, and its feature's part in reconcile. */
interface Waiting {
  readonly clock: TestClock;
  readonly reconcilable: Reconcilable;
  readonly queue: { waiting: Backlog };
  /** One receive of its message. @returns seconds until the next one, or null when the message was deleted */
  receive(receiveCount: number): Promise<number | null>;
}

/** The queues of the features' parts, by the variables that name them. */
const QUEUES = {
  OEMBED_FETCH_QUEUE_URL: "https://sqs.example/1/oembed-fetch",
  BOOKMARK_PROCESSING_QUEUE_URL: "https://sqs.example/1/bookmark-processing",
  BOOKS_COLLECT_QUEUE_URL: "https://sqs.example/1/books-collect",
  MERCARI_CRAWL_QUEUE_URL: "https://sqs.example/1/mercari-crawl",
  WEBMENTION_SEND_QUEUE_URL: "https://sqs.example/1/webmention-send",
  WEBMENTION_RECEIVE_QUEUE_URL: "https://sqs.example/1/webmention-receive",
};

/** The last visibility time-out that a worker has set. */
const lastOf = (waits: readonly number[]) => waits.at(-1) ?? 0;
const busy: Partial<OutboundResponse> = { status: 429, retryAfterSeconds: 3_600 };

async function deck(): Promise<Waiting> {
  const world = slidesWorld(dynamo);
  await slidesApi(world)({ route: "POST /v1/stocks", body: { url: deckUrl() } });
  const waits: number[] = [];
  const handler = sqsWorker({
    environment: {},
    message: fetchMessage,
    services: () => ({
      ...world,
      fetch: async () => response(busy),
      thumbnailOf: async () => null,
      deletePictures: async () => undefined,
      random: () => 0,
      attemptMs: 30_000,
      maxReceiveCount: 5,
      visibility: notedVisibility(waits),
    }),
    work: fetchStock,
    giveUp: giveUpStock,
  });
  return {
    clock: world.clock,
    queue: world.queue,
    reconcilable: reconcilableStocks(world.items, world.queue, world.clock),
    async receive(receiveCount) {
      const { batchItemFailures } = await handler(sqsEvent({ body: sentTo(world.queue), receiveCount }));
      return batchItemFailures.length === 0 ? null : lastOf(waits);
    },
  };
}

async function bookmark(): Promise<Waiting> {
  const world = bookmarksWorld(dynamo);
  const { message } = await reader(world, "alice").save();
  const worker = processingWorker(world, () => fetchedPage(busy));
  return {
    clock: world.clock,
    queue: world.queue,
    reconcilable: reconcilableBookmarks(world.items, world.queue, world.clock),
    receive: async (receiveCount) => ((await worker.receive(message, receiveCount)) ? null : lastOf(worker.waits)),
  };
}

async function delivery(): Promise<Waiting> {
  const world = changesWorld(dynamo);
  await addSite("garden", world);
  const { clock, deliveries, directory, webmentionSendQueue } = world;
  const fetch = async () => response(busy);
  const worker = sender({ directory, deliveries, clock, siteUrl: SITE_URL, attemptMs: 30_000, fetch, random: () => 0 });
  return {
    clock,
    queue: webmentionSendQueue,
    reconcilable: reconcilableDeliveries(deliveries, webmentionSendQueue, clock),
    async receive(receiveCount) {
      return (await worker.receive(sentTo(webmentionSendQueue), receiveCount)) ? null : lastOf(worker.waits);
    },
  };
}

const SOURCE = "https://garden.example/list";

async function mention(): Promise<Waiting> {
  const clock = testClock();
  const queue = testQueue<WebmentionReceiveMessage>();
  const tables = mentionTables(dynamo.client);
  const requested = { workId: "request-1", now: START, reconcileAt: new Date(START.getTime() + 10 * MINUTE) };
  const { id } = await tables.mentions.request(mentionSource(SOURCE), `${SITE_URL}/`, requested);
  const worker = looker({
    ...tables,
    clock,
    siteUrl: SITE_URL,
    fetch: async () => response({ ...busy, url: new URL(SOURCE) }),
    now: () => 0,
    random: () => 0,
    maxReceiveCount: 5,
  });
  return {
    clock,
    queue,
    reconcilable: reconcilableMentions(tables.mentions, queue, clock),
    async receive(receiveCount) {
      const message = { schemaVersion: 1, mentionId: id, requestId: "request-1" } as const;
      return (await worker.receive(message, receiveCount)) ? null : lastOf(worker.waits);
    },
  };
}

/** No worker is built for these queues: their waits are those of Google and Mercari, minutes at most. */
const notReceived = () => Promise.reject(new Error("There is no worker."));

async function run(): Promise<Waiting> {
  const world = booksWorld(dynamo);
  const admin = operator(world);
  await admin.create("waits");
  await admin.requestRun("waits");
  const reconcilable = reconcilableRuns(world, world.collectQueue);
  return { clock: world.clock, queue: world.collectQueue, reconcilable, receive: notReceived };
}

async function crawl(): Promise<Waiting> {
  const world = crawlWorld(dynamo);
  await requestCrawl(await storeProduct(world), "request-1", world);
  const reconcilable = reconcilableCrawls(world.products, world.mercariQueue, world.clock);
  return { clock: world.clock, queue: world.mercariQueue, reconcilable, receive: notReceived };
}

/** The first message that was sent. */
function sentTo<M>({ sent: [first] }: Queue<M> & { readonly sent: readonly { readonly message: M }[] }): M {
  if (first === undefined) throw new Error("Nothing was sent.");
  return first.message;
}

/**
 * Lets time pass as on AWS: reconcile every five minutes.
 *
 * @param act is called for each minute
 * @returns the minutes at which reconcile sent or gave up something
 */
async function actedAt(
  { clock, reconcilable }: Waiting,
  minutes: number,
  act?: (minute: number) => Promise<void>,
): Promise<readonly number[]> {
  const acted: number[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    clock.forward(MINUTE);
    await act?.(minute);
    if (minute % 5 > 0) continue;
    const done = await reconcile([reconcilable], "run-1", clock);
    if (done.resent + done.given_up > 0) acted.push(minute);
  }
  return acted;
}

const KINDS = {
  stocks: deck,
  bookmarks: bookmark,
  runs: run,
  crawls: crawl,
  webmention_deliveries: delivery,
  mentions: mention,
};

describe.each(Object.entries(KINDS))("%s", (name, make) => {
  it("are neither sent again nor given up while their queue has a backlog, however old they are", async () => {
    const waiting = await make();
    expect(waiting.reconcilable.name).toBe(name);
    waiting.queue.waiting = "moving";
    // Longer than all rounds of reconcile.
    expect(await actedAt(waiting, load(24, 4) * 60)).toEqual([]);
    expect(log.lines("still_pending")).toEqual([]);
    // From then on they count as lost, as if they had just been sent.
    waiting.queue.waiting = "none";
    expect(await actedAt(waiting, 150)).toEqual([5, 25, 65, 145]);
    expect(log.lines("still_pending").map(({ round }) => round)).toEqual([2, 3]);
  });

  it("are not sent again while nobody reads their queue, which the log says", async () => {
    const waiting = await make();
    waiting.queue.waiting = "unread";
    expect(await actedAt(waiting, 60)).toEqual([]);
    expect(new Set(log.lines("backlog_unread").map((line) => line.kind))).toEqual(new Set([name]));
  });
});

describe.each(["stocks", "bookmarks", "webmention_deliveries", "mentions"] as const)("%s", (name) => {
  it("are not sent again while a site's Retry-After of an hour is respected, up to the last attempt", async () => {
    const waiting = await KINDS[name]();
    let dueAt: number | null = 1;
    let receives = 0;
    const acted = await actedAt(waiting, 245, async (minute) => {
      if (dueAt === null || minute < dueAt) return;
      receives += 1;
      const seconds = await waiting.receive(receives);
      dueAt = seconds === null ? null : minute + Math.ceil(seconds / 60);
    });
    expect(acted).toEqual([]);
    // Three waits of an hour, and the receive that gives up.
    expect(receives).toBeGreaterThanOrEqual(4);
  });
});

describe("every kind of work items", () => {
  const URLS = synthesized()
    .some("AWS::SQS::Queue")
    .map(([, { Properties }]) => `https://sqs.example/1/${synthesized().withoutStage(Properties.QueueName)}`);

  /** Kinds without a message that can be lost, each with the reason why its age proves enough. */
  const BY_AGE_ALONE: Readonly<Record<string, string>> = {
    deleted_contents: "Reconcile itself deletes them, days after the bookmark.",
    deleted_pictures: "Reconcile itself deletes them, days after the stock.",
    page_checks: "Reconcile itself asks the queue, so that checks wait for what people save, and gives none up.",
    recommendation_changes:
      "Reconcile itself does the work that a request left, and the grace period outlives a request.",
  };

  it("asks the queue to which its messages go, or has a reason to judge by age alone", async () => {
    const sqs = mockClient(SQSClient);
    sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: "0" } });
    sqs.on(SendMessageBatchCommand).resolves({});
    const [queues, objects] = [new SQSClient({ region: "us-east-1" }), new S3Client({ region: "us-east-1" })];
    const clients = { tables: dynamo.client, queues, objects, clock: testClock() };
    const asked: [string, unknown, unknown][] = [];
    for (const part of allReconciled) {
      for (const name of Object.keys(part.environment)) vi.stubEnv(name, name === "SITE_URL" ? SITE_URL : name);
      for (const [name, url] of Object.entries(QUEUES)) if (name in part.environment) vi.stubEnv(name, url);
      for (const kind of part.reconcilables(clients)) {
        sqs.resetHistory();
        if (kind.queue === null) {
          expect(BY_AGE_ALONE).toHaveProperty(kind.name);
          continue;
        }
        await kind.queue.backlog();
        await kind.send(
          [{ message: {}, rounds: 0, postpone: async () => undefined, giveUp: async () => undefined } as never],
          "run-1",
        );
        const [read] = sqs.commandCalls(GetQueueAttributesCommand).map(({ args: [{ input }] }) => input.QueueUrl);
        const [sent] = sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.QueueUrl);
        asked.push([kind.name, read, sent]);
      }
    }
    vi.unstubAllEnvs();
    sqs.restore();
    const kinds = asked.map(([name]) => name);
    expect(kinds.toSorted(), "Add each kind of a reconcile.ts to KINDS here").toEqual(Object.keys(KINDS).toSorted());
    for (const [name, read, sent] of asked) expect([name, read]).toEqual([name, sent]);
    for (const [, read] of asked) expect(URLS).toContain(read);
  });
});
