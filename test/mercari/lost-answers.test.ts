import { expect, it } from "vitest";
import { newProduct } from "../../lambdas/mercari/domain/product.ts";
import { runHourly } from "../../lambdas/mercari/on-schedule.ts";
import { reconcilableCrawls } from "../../lambdas/mercari/reconcile.ts";
import { mercariRoutes } from "../../lambdas/mercari/routes.ts";
import type { MercariMessage } from "../../lambdas/mercari/work/request-crawl.ts";
import { listCrawlOf, requestCrawl, syncDetailOf } from "../../lambdas/mercari/work/request-crawl.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import type { Invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { testIds } from "../emulators/test-queue.ts";
import type { EntryPoint } from "../shared/lost-answers.ts";
import { describeLostAnswers, routesOf, writingRoutes } from "../shared/lost-answers.ts";
import { deletedDocument } from "../upstreams/mercari-pages.ts";
import type { ApiWorld } from "./api-world.ts";
import { apiWorld, mercariApi } from "./api-world.ts";
import { crawlTables, crawlWorker, HOUR, listingPage, showPages } from "./crawl-world.ts";
import { sourced } from "./fetch-world.ts";
import { listed } from "./readers/page-answers.ts";
import { resultRow, storeRows } from "./result-rows.ts";

capturedLog();

const id = "00000000-0000-8000-8000-0000000000aa";
const params = { id };
const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
const setting = { keyword: "カメラ", categoryId: null, minPrice: null, maxPrice: 8_000, enabled: true };
const item = listed({ id: "m00000000001", price: 1_000 });
const row = resultRow(id, 0, { externalId: item.id });

async function stored(world: ApiWorld): Promise<void> {
  await world.products.create(
    newProduct("Cameras", setting, { id, at: world.clock.now() }, { below: 1_500, newLowest: true }),
  );
}

async function asked(world: ApiWorld): Promise<void> {
  await stored(world);
  const product = await world.products.get(id);
  if (product !== null) await requestCrawl(product, "correlation-1", world);
}

async function held(world: ApiWorld): Promise<void> {
  const until = new Date(world.clock.now().getTime() + HOUR);
  await stored(world);
  await world.products.take(id, { holder: "another", now: world.clock.now(), until, reconcileAt: until });
}

/** A product that exists before the call, or what is left of it. */
const states: Record<string, (world: ApiWorld) => Promise<void>> = {
  missing: async () => undefined,
  "not crawled": stored,
  requested: asked,
  "requested long ago": async (world) => {
    await asked(world);
    const requestId = (await world.products.get(id))?.pending?.id ?? "";
    await world.products.postponeReconcile({ id, requestId }, world.clock.now(), 3);
  },
  "leased by another crawl": held,
  "being deleted": async (world) => {
    await stored(world);
    await world.products.markDeleting(id);
  },
};

function of(
  what: string,
  state: string,
  act: (world: ApiWorld, running: Invocation) => Promise<unknown>,
  { rows = false, page }: { rows?: boolean; page?: Parameters<typeof listingPage>[0] | "deleted" } = {},
): EntryPoint {
  return {
    what: `${what}, a product that is ${state}`,
    async start(dynamo) {
      const world = { ...apiWorld(dynamo), newId: testIds() };
      await states[state]?.(world);
      if (rows) await storeRows(dynamo, [row]);
      showPages(world, [[item, listed({ id: "m00000000002", price: 2_000 })]]);
      if (page === "deleted") world.fetching.answer = (url) => sourced({ url, html: deletedDocument });
      else if (page !== undefined) world.fetching.answer = () => listingPage(page);
      return {
        queues: [world.mercariQueue],
        act(running) {
          const services = {
            ...world,
            ...crawlTables(running.client),
            idempotencyKeys: new IdempotencyTable(running.client, "idempotency_keys"),
            mercariQueue: { ...world.mercariQueue, ...running.queue<MercariMessage>(world.mercariQueue) },
          };
          return act(services, running);
        },
      };
    },
  };
}

const request = (request: HttpRequest, state: string, more = {}) =>
  of(request.route, state, (world) => mercariApi(world)(request), more);

const receive = (what: string, message: MercariMessage, state: string, receiveCount = 1, more = {}) =>
  of(
    `the worker, ${what}`,
    state,
    (world) => {
      world.clock.forward(HOUR);
      return crawlWorker(world).receive(message, receiveCount, "message-1");
    },
    more,
  );

const detailCheck = syncDetailOf({ productId: id, externalId: item.id });
const entryPoints = [
  request({ route: "POST /v1/products", body: { name: "Cameras", keyword: "カメラ" }, headers: KEY }, "missing"),
  request({ route: "PATCH /v1/products/{id}", params, body: { keyword: "レンズ" } }, "not crawled"),
  request({ route: "DELETE /v1/products/{id}", params }, "not crawled", { rows: true }),
  request({ route: "DELETE /v1/products/{id}", params }, "leased by another crawl"),
  request({ route: "POST /v1/crawl/execute", body: { product_id: id } }, "not crawled"),
  request({ route: "POST /v1/crawl/execute", body: { product_id: id } }, "requested"),
  receive("a crawl", listCrawlOf(id), "requested", 1, { rows: true }),
  receive("a crawl that uses up its receives", listCrawlOf(id), "requested", 20),
  receive("a look at a listing that is sold", detailCheck, "not crawled", 1, {
    rows: true,
    page: listed({ id: item.id, price: 1_000, state: "sold_out" }),
  }),
  receive("a look at a listing that is deleted", detailCheck, "not crawled", 1, { rows: true, page: "deleted" }),
  of("the schedule", "not crawled", (world) => runHourly(world, "schedule-1")),
  of("the schedule", "being deleted", (world) => runHourly(world, "schedule-1"), { rows: true }),
  ...["requested", "requested long ago"].map((state) =>
    of("reconcile", state, (world) => {
      world.clock.forward(15 * MINUTE);
      return reconcile([reconcilableCrawls(world.products, world.mercariQueue, world.clock)], "run-1", world.clock);
    }),
  ),
];

it("covers every route that writes", () => {
  expect(routesOf(entryPoints)).toEqual(writingRoutes(mercariRoutes));
});

describeLostAnswers(entryPoints);
