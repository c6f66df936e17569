import { randomUUID } from "node:crypto";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import type { FetchServices } from "../../lambdas/slides/worker.ts";
import { fetchStock } from "../../lambdas/slides/worker.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { CreatingWorld } from "../shared/killed-creation.ts";
import { describeKilledCreation } from "../shared/killed-creation.ts";
import { decks, response } from "./deck-answers.ts";
import type { SlidesWorld } from "./slides-world.ts";
import { deckUrl, slidesApi, slidesWorld } from "./slides-world.ts";

capturedLog();
const [deck] = decks;

interface StocksUnderFire extends CreatingWorld {
  readonly world: SlidesWorld;
}

function stocksUnderFire(dynamo: TestDynamo): StocksUnderFire {
  const world = slidesWorld(dynamo);
  const fetched: string[] = [];
  const fetchIds = new Set<string>();
  const fetcher: FetchServices = {
    ...world,
    random: () => 0,
    attemptMs: 30_000,
    maxReceiveCount: 5,
    visibility: { change: async () => undefined },
    async fetch({ url }) {
      fetched.push(String(url));
      return response(deck?.answer);
    },
  };

  async function work(): Promise<void> {
    for (const { message, correlationId } of world.fetchQueue.sent.splice(0)) {
      fetchIds.add(message.fetchId);
      await fetchStock(message, fetcher, { receiveCount: 1, messageId: "message-1", correlationId });
    }
  }

  return {
    world,
    create(key, death) {
      const { client, queue, answer } = invocation(dynamo, death);
      const { stocks, idempotencyKeys } = slidesWorld({ client });
      const send = slidesApi({ ...world, stocks, idempotencyKeys, fetchQueue: queue(world.fetchQueue) });
      const body = { url: deckUrl(), memo: "for Friday" };
      return answer(() => send({ route: "POST /v1/stocks", body, headers: { "idempotency-key": key } }));
    },
    async settle() {
      const { stocks, fetchQueue, clock } = world;
      await work();
      clock.forward(11 * MINUTE);
      await reconcile([reconcilableStocks(stocks, fetchQueue, clock)], "run-1", clock);
      await work();
    },
    async outcome() {
      const { items } = await world.stocks.list("alice", { status: undefined, limit: 100, position: undefined });
      const all = items.map(({ canonicalUrl, memo, status }) => ({ canonicalUrl, memo, status }));
      return { all, fetched: [...fetched], requested: fetchIds.size };
    },
  };
}

async function savedAndFetched(dynamo: TestDynamo): Promise<StocksUnderFire> {
  const fired = stocksUnderFire(dynamo);
  await fired.create(randomUUID(), null);
  await fired.settle();
  return fired;
}

describeKilledCreation({
  before: "the deck is new",
  start: async (dynamo) => stocksUnderFire(dynamo),
  status: 201,
  calls: 4,
});

describeKilledCreation({
  before: "the deck is there already",
  start: savedAndFetched,
  status: 200,
  calls: 4,
});

describeKilledCreation({
  before: "the deck's stock has failed",
  async start(dynamo) {
    const fired = stocksUnderFire(dynamo);
    await fired.create(randomUUID(), null);
    const { stocks, fetchQueue, clock } = fired.world;
    for (const { message } of fetchQueue.sent.splice(0)) {
      await stocks.saveFailure({ userId: "alice", id: message.stockId }, message.fetchId, "not_found", clock.now());
    }
    return fired;
  },
  status: 200,
  calls: 6,
});

describeKilledCreation({
  before: "the deck's stock was deleted",
  async start(dynamo) {
    const fired = await savedAndFetched(dynamo);
    const { stocks, clock } = fired.world;
    const { items } = await stocks.list("alice", { status: undefined, limit: 1, position: undefined });
    for (const stock of items) await stocks.delete(stock, deletion(clock.now()));
    return fired;
  },
  status: 201,
  calls: 4,
});
