import { ON_SALE } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { newProduct } from "../../../lambdas/mercari/domain/product.ts";
import type { WatchEntry } from "../../../lambdas/mercari/domain/watch-list.ts";
import { CHECK_INTERVAL_MS, watchEntryOf } from "../../../lambdas/mercari/domain/watch-list.ts";
import { runHourly } from "../../../lambdas/mercari/on-schedule.ts";
import { reconcilableCrawls } from "../../../lambdas/mercari/reconcile.ts";
import { HostTable } from "../../../lambdas/mercari/tables/host-table.ts";
import type { MercariMessage } from "../../../lambdas/mercari/work/request-crawl.ts";
import { mercariMessage, requestCrawl, syncDetailOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import { giveUpCrawl, processMessage } from "../../../lambdas/mercari/worker.ts";
import { IdempotencyTable } from "../../../lambdas/shared/idempotency/idempotency-table.ts";
import { sqsWorker } from "../../../lambdas/shared/work/worker.ts";
import { deletedDocument } from "../../../lib/local/sites/mercari-pages.ts";
import type { HttpRequest } from "../../emulators/http-event.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { testIds } from "../../emulators/test-queue.ts";
import type { ApiWorld } from "../../mercari/api-world.ts";
import { apiWorld, mercariApi } from "../../mercari/api-world.ts";
import { crawlTables, HOUR, listingPage, MAX_RECEIVES, showPages } from "../../mercari/crawl-world.ts";
import { sourced } from "../../mercari/fetch-world.ts";
import { listed } from "../../mercari/readers/page-answers.ts";
import { resultRow, storeRows } from "../../mercari/result-rows.ts";
import type { FaultQueue } from "../fault-queue.ts";
import type { Entry, FaultFeature, FaultWorld } from "../feature.ts";
import { message, request, schedule } from "../feature.ts";
import { brokenFetch, failed } from "../outside.ts";
import { reconciler, scheduledRun } from "../schedules.ts";
import type { System } from "../system.ts";

const QUEUE = "mercari-crawl";
const id = "00000000-0000-8000-8000-0000000000aa";
const params = { id };
const setting = {
  keyword: "カメラ",
  excludeKeyword: null,
  itemConditionIds: null,
  categoryId: null,
  minPrice: null,
  maxPrice: 8_000,
  enabled: true,
};
const item = listed({ id: "m00000000001", price: 1_000 });
/** The rows on sale of a product of which one is deleted: three of them may be removed in an hour. */
const ON_SALE_ROWS = 10;
const row = resultRow(id, 0, { externalId: item.id });

interface MercariFaults extends FaultWorld {
  /** The services without a fault, and the site. */
  readonly services: ApiWorld;
  readonly crawlQueue: FaultQueue<MercariMessage>;
  readonly hourly: () => Promise<unknown>;
  readonly reconcile: () => Promise<unknown>;
  /** Whether the last crawl may be one that continued, which has not seen the whole search. */
  mayBePartial: boolean;
}

function start(system: System): MercariFaults {
  const { clock, invocations } = system;
  const crawlQueue = system.queue<MercariMessage>({
    name: QUEUE,
    maxReceiveCount: MAX_RECEIVES,
    visibilityTimeout: 90 * MINUTE,
  });
  const world = apiWorld(system.dynamo);
  const { source, fetch } = world.fetching.services;
  const services = {
    ...world,
    ...crawlTables(invocations.client),
    hosts: new HostTable(invocations.client, "mercari"),
    idempotencyKeys: new IdempotencyTable(invocations.client, "idempotency_keys"),
    clock,
    newId: testIds(),
    mercariQueue: crawlQueue,
    pause: async (milliseconds: number) => clock.forward(milliseconds),
    source: (url: string, timeoutMs: number) =>
      invocations.outside(`GET ${url}`, () => source(url, timeoutMs), {
        refused: failed("network"),
        lost: failed("network"),
        timed_out: failed("timeout"),
        throttled: () => sourced({ status: 503, retryAfterSeconds: 30 }),
      }),
    fetch: brokenFetch(invocations, fetch),
  };
  crawlQueue.worker = sqsWorker({
    environment: {},
    message: mercariMessage,
    services: () => ({ ...services, visibility: crawlQueue.visibility }),
    work: processMessage,
    giveUp: giveUpCrawl,
  });
  const hourly = scheduledRun((correlationId) => runHourly(services, correlationId));
  system.hourly.push(onlyOnce(hourly, clock));
  const faults: MercariFaults = {
    system,
    tables: ["mercari", "notices", "idempotency_keys"],
    settled: (item) => (faults.mayBePartial ? withoutLastCrawl(item) : withoutCrawls(item)),
    isWorkItem: (item) => item.startsWith('{"pk":"products"'),
    // The message of a stopped worker is delivered again after ninety minutes, and reconcile may come first.
    mayBeLeft: true,
    services: services as never,
    crawlQueue,
    send: mercariApi(services),
    hourly,
    reconcile: reconciler(system, [reconcilableCrawls(services.products, crawlQueue, clock)]),
    mayBePartial: false,
  };
  return faults;
}

/** What depends on when a crawl ran, and how often: turns of the site, records of crawls and due times. */
function withoutCrawls(text: string): string | null {
  if (/^{"pk":"(?:hosts|attempts|(?:crawls|deletions)#)/.test(text)) return null;
  return (
    text
      .replace(/,"(?:reconcile_at|set_at)":"\(time\)"/g, "")
      // A check or a crawl was the first to write them: attributes have no order.
      .replace(/(,"prices":.*?"lows":\[.*?\]\})(.*)\}$/, "$2$1}")
      // What is watched and due is checked by a later crawl, whether its row is still there or not.
      .replace(/,"@m\d{11}":\[0,[^\]]*\]/g, "")
      .replace(/("@m\d{11}"):\[\(epoch\),/g, "$1:[")
  );
}

/** The same without what the last crawl saw of its search. */
function withoutLastCrawl(text: string): string | null {
  if (text.includes('"sk":"seen#')) return null;
  return withoutCrawls(text)?.replace(/"complete":(?:true|false)/, '"complete":"(last)"') ?? null;
}

/** The product is crawled once more, when the detail checks that were requested are due again: then nothing changes any more. */
function onlyOnce(hourly: () => Promise<unknown>, clock: TestClock): () => Promise<unknown> {
  let hours = 0;
  return async () => {
    hours += 1;
    if (hours > 1) return;
    clock.forward(CHECK_INTERVAL_MS);
    await hourly();
  };
}

const both =
  (...steps: readonly ((world: MercariFaults) => Promise<void>)[]) =>
  async (world: MercariFaults): Promise<void> => {
    for (const step of steps) await step(world);
  };

async function stored({ services }: MercariFaults): Promise<void> {
  await services.products.create(
    newProduct("Cameras", setting, { id, at: services.clock.now() }, { below: 1_500, newLowest: true }),
  );
  showPages(services, [[item, listed({ id: "m00000000002", price: 2_000 })]]);
}

async function crawlRequested(world: MercariFaults): Promise<void> {
  const product = await world.services.products.get(id);
  if (product !== null) await requestCrawl(product, "correlation-1", world.services);
}

const requested = both(stored, crawlRequested);

async function withRow(world: MercariFaults): Promise<void> {
  await storeRows(world.system.dynamo, [row]);
}

/** A requested crawl, and a listing on sale that its search no longer shows: it is sold. */
async function vanished(world: MercariFaults): Promise<void> {
  await requested(world);
  const gone = resultRow(id, 2, { externalId: "m00000000003" });
  await storeRows(world.system.dynamo, [gone]);
  await world.services.watch.set(id, [watchEntryOf(gone, 0) ?? []].flat());
  const { fetching } = world.services;
  const search = fetching.answer;
  fetching.answer = (url) =>
    url.includes(gone.externalId) ? listingPage(listed({ id: gone.externalId, state: "sold_out" })) : search(url);
}

async function crawled(world: MercariFaults): Promise<void> {
  await requested(world);
  while ((await world.crawlQueue.deliver()) !== null) world.system.clock.forward(MINUTE);
}

/** A product that was crawled before, and a listing that has become an offer since. */
async function cheaper(world: MercariFaults): Promise<void> {
  await crawled(world);
  world.system.clock.forward(HOUR);
  showPages(world.services, [[{ ...item, price: 900 }]]);
  await crawlRequested(world);
}

async function overdue(world: MercariFaults): Promise<void> {
  await requested(world);
  world.crawlQueue.lose();
  world.system.clock.forward(15 * MINUTE);
}

async function overdueForLong(world: MercariFaults): Promise<void> {
  await overdue(world);
  const { products } = world.services;
  const workId = (await products.get(id))?.pending?.workId ?? "";
  await products.postponeReconcile({ id, workId }, world.system.clock.now(), 3);
}

async function usedUp(world: MercariFaults): Promise<void> {
  await requested(world);
  world.crawlQueue.receivedBefore(MAX_RECEIVES - 1);
}

/** A product that another crawl holds for an hour. */
async function held(world: MercariFaults): Promise<void> {
  await stored(world);
  await takenByAnother(world);
}

/** Another crawl takes the product, whose lease has expired if there is one. @returns false when the crawl has ended */
async function takenByAnother({ system, services }: MercariFaults): Promise<boolean> {
  system.clock.forward(MINUTE + 1);
  const now = system.clock.now();
  const until = new Date(now.getTime() + HOUR);
  await services.products.take(id, { holder: "another", now, until, reconcileAt: until });
  return (await services.products.get(id))?.pending != null;
}

/** A row whose listing is to be checked, among as many others as the deletion limit needs to allow a removal. */
async function watched({ system, services }: MercariFaults): Promise<void> {
  const deletedSince = new Date(services.clock.now().getTime() - 2 * HOUR).toISOString();
  const seen = { ...row, deletedSince };
  await storeRows(system.dynamo, [seen]);
  const others = Array.from({ length: ON_SALE_ROWS - 1 }, (_, index): WatchEntry => {
    return { externalId: `m9${index}`, price: 1, sellingStatus: ON_SALE, dueAt: 0 };
  });
  await services.watch.set(id, [...others, watchEntryOf(seen, 0) ?? []].flat());
}

const checked = (page: "sold" | "deleted") =>
  both(stored, page === "sold" ? withRow : watched, async (world) => {
    world.services.fetching.answer = (url) =>
      page === "deleted"
        ? sourced({ url, html: deletedDocument })
        : listingPage(listed({ id: item.id, price: 1_000, state: "sold_out" }));
    await world.crawlQueue.send(syncDetailOf({ productId: id, externalId: item.id }), "correlation-1");
  });

/**
 * The lease of a crawl that hangs expires, another crawl of the product ends, and one more is requested. A crawl that holds no
 * lease yet executes whatever is requested: its message names no request.
 */
async function crawledAgain(world: MercariFaults): Promise<unknown> {
  if ((await world.services.products.get(id))?.lease == null) return false;
  world.system.clock.forward(MINUTE + 1);
  await crawlRequested(world);
  await world.crawlQueue.send(JSON.parse(world.crawlQueue.accepted.at(-1) ?? ""), "correlation-2");
  await world.crawlQueue.deliver();
  return crawlRequested(world);
}

/** The overdue crawl is executed, and another one is requested. */
async function crawledSince(world: MercariFaults): Promise<void> {
  await world.crawlQueue.send(JSON.parse(world.crawlQueue.accepted.at(-1) ?? ""), "correlation-2");
  await world.crawlQueue.deliver();
  await crawlRequested(world);
}

const reconciled = (when: string, prepare: (world: MercariFaults) => Promise<void>): Entry<MercariFaults> => ({
  ...schedule("reconcile", when, ({ reconcile }) => reconcile(), prepare),
  overtakenBy: { "a newer crawl": crawledSince },
});

/** What happens while the product is crawled, and not before the crawl begins. */
const whileCrawled = (happens: (world: MercariFaults) => Promise<unknown>) => async (world: MercariFaults) =>
  (await world.services.products.get(id))?.lease != null && happens(world);

/** A product whose crawl ran out of time on its third page, and whose message was sent again. */
async function outOfTime(world: MercariFaults): Promise<void> {
  world.mayBePartial = true;
  await requested(world);
  const pages = ["1", "2", "3", "4", "5"].map((number) => [listed({ id: `m0000000000${number}`, price: 2_000 })]);
  showPages(world.services, pages);
  const { fetching } = world.services;
  const answer = fetching.answer;
  fetching.answer = (url) => {
    world.system.clock.forward(4 * MINUTE);
    return answer(url);
  };
  await world.crawlQueue.deliver();
  fetching.answer = answer;
  world.system.clock.forward(15 * MINUTE);
  await world.reconcile();
}

/** As many other rows of the product are removed as an hour allows. @returns false when the check counts among them */
async function removalsUsedUp({ services: { deletionLimit }, system }: MercariFaults): Promise<boolean> {
  const now = system.clock.now();
  const hour = String(Math.floor(now.getTime() / HOUR));
  const take = () => deletionLimit.take(id, ON_SALE_ROWS, hour, now);
  return (await take()) && (await take()) && (await take());
}

const CREATE: HttpRequest = {
  route: "POST /v1/products",
  // A product that is created late is not crawled any more.
  body: { name: "Cameras", crawl: { keyword: "カメラ", enabled: false } },
  headers: { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" },
};
const EXECUTE: HttpRequest = { route: "POST /v1/crawl/execute", body: { product_id: id } };
const CHANGE: HttpRequest = { route: "PATCH /v1/products/{id}", params, body: { crawl: { keyword: "レンズ" } } };
const get = (route: string, more: Partial<HttpRequest> = { params }) =>
  request<MercariFaults>({ route, ...more }, "the product was crawled", crawled);

/** The entries of prices. */
export const mercari: FaultFeature<MercariFaults> = {
  name: "mercari",
  start,
  entries: [
    request(CREATE, "there is no such product"),
    get("GET /v1/products", {}),
    get("GET /v1/products/{id}"),
    request(CHANGE, "there is a product", stored),
    request({ route: "DELETE /v1/products/{id}", params }, "the product has a listing", both(stored, withRow), [404]),
    request({ route: "DELETE /v1/products/{id}", params }, "a crawl is running", held, [404]),
    request(EXECUTE, "the product was not crawled", stored, [200]),
    request(EXECUTE, "a crawl is requested", requested, [200]),
    get("GET /v1/crawl/results/{product_id}", { params: { product_id: id } }),
    get("GET /v1/products/{id}/price-trend"),
    get("GET /v1/products/{id}/crawl-runs"),
    {
      ...message(QUEUE, "a crawl", requested),
      overtakenBy: {
        "a newer crawl": crawledAgain,
        "a crawl that takes the product": takenByAnother,
        "a request for another crawl": { happens: whileCrawled(crawlRequested), stays: /"pending_id":"[^"]+"/g },
        "a change of the search": {
          happens: whileCrawled(({ send }) => send(CHANGE)),
          stays: /"crawl":{[^}]*}|"seen_whole":false/g,
        },
      },
    },
    // The last page of the other one may show other listings by then.
    { ...message(QUEUE, "a crawl that continues where another one ran out of time", outOfTime), requestsAgain: 1 },
    message(QUEUE, "a crawl that finds an offer", cheaper),
    message(QUEUE, "a crawl that misses a listing", vanished),
    {
      ...message(QUEUE, "a crawl whose receives are used up", usedUp, true),
      overtakenBy: { "a crawl that takes the product": takenByAnother },
    },
    // A check that comes to nothing is requested again by a later crawl.
    message(QUEUE, "a detail check of a listing that is sold", checked("sold"), true),
    {
      ...message(QUEUE, "a detail check of a listing that is deleted", checked("deleted"), true),
      overtakenBy: { "the last removal of the hour": { happens: removalsUsedUp, stays: /^{"pk":"results#.*/g } },
    },
    schedule("mercari-hourly", "the product was not crawled", ({ hourly }) => hourly(), stored),
    schedule(
      "mercari-hourly",
      "the product is being deleted",
      ({ hourly }) => hourly(),
      both(stored, withRow, async ({ services }) => {
        await services.products.markDeleting(id, "deletion-1");
      }),
    ),
    reconciled("a crawl is overdue", overdue),
    {
      ...reconciled("a crawl is overdue for the last time", overdueForLong),
      overtakenBy: { "a newer crawl": crawledSince, "a crawl that takes the product": takenByAnother },
    },
  ],
};
