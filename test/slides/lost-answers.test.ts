import { expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import { fetchMessage, fetchMessageOf } from "../../lambdas/slides/request-fetch.ts";
import { slidesRoutes } from "../../lambdas/slides/routes.ts";
import { fetchStock, giveUpStock } from "../../lambdas/slides/worker.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import type { Invocation } from "../emulators/invocation.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { EntryPoint } from "../shared/lost-answers.ts";
import { describeLostAnswers, routesOf, writingRoutes } from "../shared/lost-answers.ts";
import { decks, response } from "./deck-answers.ts";
import type { SlidesWorld } from "./slides-world.ts";
import { deckUrl, pendingStock, slidesApi, slidesWorld } from "./slides-world.ts";

capturedLog();

const stock = pendingStock("alice");
const params = { id: stock.id };
const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };

/** A stock that exists before the call. */
const states = {
  missing: async () => undefined,
  pending: async ({ stocks }: SlidesWorld) => void (await stocks.create(stock)),
  "pending for long": async ({ stocks, clock }: SlidesWorld) => {
    await stocks.create(stock);
    await stocks.postponeReconcile(stock, clock.now(), 3);
  },
  failed: async ({ stocks, clock }: SlidesWorld) => {
    await stocks.create(stock);
    await stocks.saveFailure(stock, stock.fetchId, "not_found", clock.now());
  },
};

function of(
  what: string,
  state: keyof typeof states,
  act: (world: SlidesWorld, running: Invocation) => Promise<unknown>,
): EntryPoint {
  return {
    what: `${what}, a stock that is ${state}`,
    async start(dynamo) {
      const world = slidesWorld(dynamo);
      await states[state](world);
      return {
        queues: [world.fetchQueue],
        act(running) {
          const { stocks, idempotencyKeys } = slidesWorld(running);
          const fetchQueue = { ...world.fetchQueue, ...running.queue(world.fetchQueue) };
          return act({ ...world, stocks, idempotencyKeys, fetchQueue }, running);
        },
      };
    },
  };
}

const request = (request: HttpRequest, state: keyof typeof states) =>
  of(request.route, state, (world) => slidesApi(world)(request));

const receive = (what: string, state: keyof typeof states, status: number, receiveCount = 1) =>
  of(`the worker, ${what}`, state, async (world, running) => {
    const handler = sqsWorker({
      environment: {},
      message: fetchMessage,
      services: () => ({
        ...world,
        random: () => 0,
        maxReceiveCount: 5,
        attemptMs: 60_000,
        visibility: { change: (_receipt: string, _seconds: number) => running.aws(async () => undefined) },
        fetch: () => running.outside(async () => ({ ...response(decks[0]?.answer), status })),
      }),
      work: fetchStock,
      giveUp: giveUpStock,
    });
    return handler(sqsEvent({ body: fetchMessageOf(stock), receiveCount }));
  });

const schedule = (state: keyof typeof states) =>
  of("reconcile", state, async ({ stocks, fetchQueue, clock }) => {
    clock.forward(11 * MINUTE);
    return reconcile([reconcilableStocks(stocks, fetchQueue, clock)], "run-1", clock);
  });

const body = { url: deckUrl(), memo: "for Friday" };
const entryPoints = [
  request({ route: "POST /v1/stocks", body, headers: KEY }, "missing"),
  request({ route: "POST /v1/stocks", body, headers: KEY }, "pending"),
  request({ route: "POST /v1/stocks", body, headers: KEY }, "failed"),
  request({ route: "PATCH /v1/stocks/{id}", params, body: { memo: "read it" } }, "pending"),
  request({ route: "DELETE /v1/stocks/{id}", params }, "pending"),
  request({ route: "POST /v1/stocks/{id}/refetch", params }, "failed"),
  request({ route: "POST /v1/stocks/{id}/refetch", params }, "pending"),
  receive("a deck that answers", "pending", 200),
  receive("a deck that answers", "failed", 200),
  receive("a deck that is gone", "pending", 404),
  receive("a site that is down", "pending", 503),
  receive("a site that is down to the end", "pending", 503, 4),
  schedule("pending"),
  schedule("pending for long"),
];

it("covers every route that writes", () => {
  expect(routesOf(entryPoints)).toEqual(writingRoutes(slidesRoutes));
});

describeLostAnswers(entryPoints);
