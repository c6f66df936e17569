import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import { reconcilableCrawls } from "../../lambdas/mercari/reconcile.ts";
import { requestCrawl } from "../../lambdas/mercari/work/request-crawl.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { reconcilableDeliveries, reconcilableMentions } from "../../lambdas/recommendations/reconcile.ts";
import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Queue } from "../../lambdas/shared/work/queue.ts";
import type { Reconcilable } from "../../lambdas/shared/work/reconcile.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import { fetchMessage } from "../../lambdas/slides/request-fetch.ts";
import { fetchStock, giveUpStock } from "../../lambdas/slides/worker.ts";
import { bookmarksWorld } from "../bookmarks/bookmarks-world.ts";
import { fetchedPage, processingWorker, reader } from "../bookmarks/processing-world.ts";
import { booksWorld, operator } from "../books/books-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE, START, testClock } from "../emulators/test-clock.ts";
import { testQueue } from "../emulators/test-queue.ts";
import { synthesized } from "../infra/synthesized.ts";
import { crawlWorld, storeProduct } from "../mercari/crawl-world.ts";
import { addSite, changesWorld } from "../recommendations/changes-world.ts";
import { looker, mentionTables, SITE_URL, sender, testAdminMail } from "../recommendations/mentions-world.ts";
import { response } from "../slides/deck-answers.ts";
import { deckUrl, slidesApi, slidesWorld } from "../slides/slides-world.ts";

const log = capturedLog();
let dynamo: TestDynamo;

// A run reads all users' work items, so that each test needs tables of its own.
beforeEach(async () => {
  dynamo = await startDynamo();
});
afterEach(() => dynamo.close());

/** A work item with a message in a queue, and its feature's part in reconcile. */
interface Waiting {
  readonly clock: TestClock;
  readonly reconcilable: Reconcilable;
  /** One receive of its message. @returns seconds until the next one, or null when the message was deleted */
  receive(receiveCount: number): Promise<number | null>;
}

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
      random: () => 0,
      attemptMs: 30_000,
      maxReceiveCount: 5,
      visibility: {
        async change(_receipt: string, seconds: number) {
          waits.push(seconds);
        },
      },
    }),
    work: fetchStock,
    giveUp: giveUpStock,
  });
  return {
    clock: world.clock,
    reconcilable: reconcilableStocks(world.stocks, world.fetchQueue, world.clock),
    async receive(receiveCount) {
      const { batchItemFailures } = await handler(sqsEvent({ body: sentTo(world.fetchQueue), receiveCount }));
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
    reconcilable: reconcilableBookmarks(world.bookmarks, world.processingQueue, world.clock),
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
    reconcilable: reconcilableDeliveries(deliveries, webmentionSendQueue, clock),
    async receive(receiveCount) {
      return (await worker.receive(sentTo(webmentionSendQueue), receiveCount)) ? null : lastOf(worker.waits);
    },
  };
}

const SOURCE = "https://garden.example/list";

async function mention(): Promise<Waiting> {
  const clock = testClock();
  const tables = mentionTables(dynamo.client);
  const requested = { id: "request-1", now: START, reconcileAt: new Date(START.getTime() + 10 * MINUTE) };
  const { id } = await tables.mentions.request(SOURCE, `${SITE_URL}/`, requested);
  const worker = looker({
    ...tables,
    clock,
    adminMail: testAdminMail(),
    siteUrl: SITE_URL,
    siteTitle: "Our page",
    fetch: async () => response({ ...busy, url: new URL(SOURCE) }),
    now: () => 0,
    random: () => 0,
    newId: () => "id",
    maxReceiveCount: 5,
  });
  return {
    clock,
    reconcilable: reconcilableMentions(tables.mentions, testQueue(), clock),
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
  return { clock: world.clock, reconcilable, receive: notReceived };
}

async function crawl(): Promise<Waiting> {
  const world = crawlWorld(dynamo);
  await requestCrawl(await storeProduct(world), "request-1", world);
  const reconcilable = reconcilableCrawls(world.products, world.mercariQueue, world.clock);
  return { clock: world.clock, reconcilable, receive: notReceived };
}

/** The first message that was sent. */
function sentTo<M>({ sent: [first] }: Queue<M> & { readonly sent: readonly { readonly message: M }[] }): M {
  if (first === undefined) throw new Error("Nothing was sent.");
  return first.message;
}

const filters = synthesized()
  .some("AWS::Logs::MetricFilter")
  .map(([, { Properties }]) => Properties);

/** What the queue's alarm counts: lines of reconcile about these work items from a round on, by the template's filter. */
function counted(queue: string): (line: Readonly<Record<string, unknown>>) => boolean {
  const filter = filters.find(({ MetricTransformations: [metric] }) => metric.MetricName === `${queue}-stuck`);
  const [, code, things, round] =
    /^\{ \(\$\.message = "(\w+)"\) && \(\$\.things = "(\w+)"\) && \(\$\.round >= (\d)\) \}$/.exec(
      filter?.FilterPattern,
    ) ?? [];
  return (line) => line.message === code && line.things === things && Number(line.round) >= Number(round);
}

/**
 * Lets time pass as on AWS: reconcile every five minutes, and the queue's alarm over the last hour.
 *
 * @param act is called for each minute
 * @returns the minutes at which the alarm fires, and at which it clears
 */
async function changesOf(
  queue: string,
  { clock, reconcilable }: Waiting,
  minutes: number,
  act?: (minute: number) => Promise<void>,
): Promise<{ readonly minute: number; readonly rings: boolean }[]> {
  const isCounted = counted(queue);
  const at: number[] = [];
  const changes: { minute: number; rings: boolean }[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    clock.forward(MINUTE);
    await act?.(minute);
    if (minute % 5 === 0) {
      const before = log.lines().filter(isCounted).length;
      await reconcile([reconcilable], "run-1", clock);
      at.push(
        ...log
          .lines()
          .filter(isCounted)
          .slice(before)
          .map(() => minute),
      );
    }
    const rings = at.some((counted) => counted > minute - 60);
    if (rings !== (changes.at(-1)?.rings ?? false)) changes.push({ minute, rings });
  }
  return changes;
}

describe.each([
  { queue: "oembed-fetch", make: deck, after: 30 },
  { queue: "bookmark-processing", make: bookmark, after: 30 },
  { queue: "books-collect", make: run, after: 70 },
  { queue: "mercari-crawl", make: crawl, after: 70 },
  { queue: "webmention-send", make: delivery, after: 30 },
  { queue: "webmention-receive", make: mention, after: 30 },
])("$queue-stuck", ({ queue, make, after }) => {
  it(`fires when no worker runs, after ${after} minutes, and clears an hour after the last resend`, async () => {
    expect(await changesOf(queue, await make(), 240)).toEqual([
      { minute: after, rings: true },
      { minute: 130, rings: false },
    ]);
  });
});

describe.each([
  { queue: "oembed-fetch", make: deck },
  { queue: "bookmark-processing", make: bookmark },
  { queue: "webmention-send", make: delivery },
  { queue: "webmention-receive", make: mention },
])("$queue-stuck", ({ queue, make }) => {
  it("does not fire while a site's Retry-After of an hour is respected, up to the last attempt", async () => {
    const waiting = await make();
    let dueAt: number | null = 1;
    let receives = 0;
    const changes = await changesOf(queue, waiting, 300, async (minute) => {
      if (dueAt === null || minute < dueAt) return;
      receives += 1;
      const seconds = await waiting.receive(receives);
      dueAt = seconds === null ? null : minute + Math.ceil(seconds / 60);
    });
    expect(changes).toEqual([]);
    // Three waits of an hour, and the receive that gives up.
    expect(receives).toBeGreaterThanOrEqual(4);
  });
});

it("fires for a backlog, and clears when it is processed", async () => {
  const world = slidesWorld(dynamo);
  const save = slidesApi(world);
  for (const slug of ["one", "two", "three", "four"]) {
    await save({ route: "POST /v1/stocks", body: { url: deckUrl(slug) } });
  }
  const messages = world.fetchQueue.sent.map(({ message }) => message);
  const reconcilable = reconcilableStocks(world.stocks, world.fetchQueue, world.clock);
  const waiting = { clock: world.clock, reconcilable, receive: notReceived };
  const metadata = {
    title: "A deck",
    authorName: null,
    thumbnailUrl: null,
    embedUrl: "https://speakerdeck.com/player/0",
  };
  // One deck every twelve minutes.
  const changes = await changesOf("oembed-fetch", waiting, 180, async (minute) => {
    const message = minute % 12 === 0 ? messages.shift() : undefined;
    if (message === undefined) return;
    const key = { userId: message.userId, id: message.stockId };
    await world.stocks.saveMetadata(key, message.fetchId, metadata, world.clock.now());
  });
  expect(changes).toEqual([
    { minute: 30, rings: true },
    { minute: 90, rings: false },
  ]);
});
