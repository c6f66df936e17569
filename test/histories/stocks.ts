import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import type { FetchMessage } from "../../lambdas/slides/request-fetch.ts";
import { fetchMessage } from "../../lambdas/slides/request-fetch.ts";
import { StockTable } from "../../lambdas/slides/stock-table.ts";
import type { FetchServices } from "../../lambdas/slides/worker.ts";
import { fetchStock, giveUpStock } from "../../lambdas/slides/worker.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import { testIds } from "../emulators/test-queue.ts";
import { slidesApi } from "../slides/slides-world.ts";
import type { Dead } from "./actor.ts";
import { Actors } from "./actor.ts";
import { DeckProvider } from "./deck-provider.ts";
import { historyFeature } from "./feature.ts";
import { HistoryQueue } from "./history-queue.ts";
import { PossibleStates } from "./possible-states.ts";
import type { StocksState } from "./stocks-model.ts";
import { background, listed, NO_STOCKS, stockEvent } from "./stocks-model.ts";
import type { Invoked, StockStep } from "./stocks-steps.ts";
import { stockHistories, USERS } from "./stocks-steps.ts";

const HOUR = 60 * MINUTE;

/** A system with the stocks' functions, and the model beside it. */
class StocksHistory {
  readonly #clock: TestClock = testClock();
  readonly #provider = new DeckProvider();
  readonly #states = new Map(USERS.map((user) => [user, new PossibleStates<StocksState>(NO_STOCKS)]));
  /** The edition that the provider had when a fetch was last accepted, by user and deck. */
  readonly #wanted = new Map<string, number>();
  readonly #actors: Actors;
  readonly #queue: HistoryQueue<FetchMessage>;
  readonly #stocks: StockTable;
  readonly #api: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly #worker: ReturnType<typeof sqsWorker>;
  #steps = 0;

  constructor(dynamo: TestDynamo) {
    this.#actors = new Actors(dynamo);
    this.#queue = new HistoryQueue(this.#actors, this.#clock, {
      maxReceiveCount: 5,
      visibilityTimeout: 3 * MINUTE,
    });
    const { client } = this.#actors;
    this.#stocks = new StockTable(client, "stocks");
    const services = {
      stocks: this.#stocks,
      idempotencyKeys: new IdempotencyTable(client, "idempotency_keys"),
      clock: this.#clock,
      fetchQueue: this.#queue,
      newId: testIds(),
    };
    this.#api = slidesApi(services);
    this.#worker = sqsWorker({
      environment: {},
      message: fetchMessage,
      services: (): FetchServices => ({
        ...services,
        random: () => 0,
        maxReceiveCount: 5,
        attemptMs: 30_000,
        visibility: this.#queue.visibility,
        fetch: () => this.#actors.outside(async () => this.#provider.answer()),
      }),
      work: fetchStock,
      giveUp: giveUpStock,
    });
  }

  async step(step: StockStep): Promise<void> {
    this.#steps += 1;
    if ("queue" in step) {
      if (step.queue === "lost") this.#queue.lose();
      else this.#queue.redrive();
    } else {
      await this.#invoke(step);
    }
  }

  async #invoke({ invoked, order }: Extract<StockStep, { invoked: unknown }>): Promise<void> {
    const start = this.#clock.now().getTime();
    const { edition } = this.#provider;
    const answers = await this.#actors.run(
      invoked.map((one) => ({ fault: "fault" in one ? one.fault : null, act: () => this.#act(one) })),
      order,
    );
    const during = [start, this.#clock.now().getTime()] as const;
    for (const user of USERS) {
      const events = invoked.flatMap((one, index) => {
        if (one.what === "time" || one.what === "mood") return [];
        if (one.what !== "request") return [background];
        if (one.user !== user) return [];
        const answer = answers[index] as HttpAnswer | Dead;
        const mayFail = one.fault?.kind === "refused" || one.fault?.kind === "unanswered";
        this.#note(one, answer, edition);
        return [stockEvent(one.act, { answer, during, mayFail }, `${this.#steps}.${index}`)];
      });
      this.#states
        .get(user)
        ?.happened(
          events,
          () => `step ${this.#steps} of ${user}: ${JSON.stringify({ invoked, answers: answers.map(shown) })}`,
        );
    }
  }

  #note({ user, act }: Extract<Invoked, { what: "request" }>, answer: HttpAnswer | Dead, edition: number): void {
    if (typeof answer === "symbol" || (act.do !== "save" && act.do !== "refetch")) return;
    if (answer.headers["idempotency-replayed"] !== undefined) return;
    if (answer.status === 201 || answer.status === 202) this.#wanted.set(`${user} ${act.deck}`, edition);
  }

  async #act(one: Invoked): Promise<unknown> {
    switch (one.what) {
      case "request":
        return this.#request(one);
      case "delivery":
        return this.#queue.deliver(one.pick, one.again, this.#worker);
      case "reconcile":
        // A run that could not read or write something fails, and the next run goes on.
        return this.#reconcile().catch((error: unknown) => String(error));
      case "time":
        return this.#actors.outside(async () => this.#clock.forward(one.passes));
      case "mood":
        return this.#actors.outside(async () => this.#provider.change(one.mood));
    }
  }

  #reconcile() {
    return reconcile([reconcilableStocks(this.#stocks, this.#queue, this.#clock)], "run-1", this.#clock);
  }

  #request({ user, act }: Extract<Invoked, { what: "request" }>): Promise<HttpAnswer> {
    const params = { id: derivedId(user, act.deck) };
    switch (act.do) {
      case "save":
        return this.#api({
          route: "POST /v1/stocks",
          user,
          body: { url: act.deck, memo: act.memo },
          headers: act.key === null ? {} : { "idempotency-key": act.key },
        });
      case "change":
        return this.#api({ route: "PATCH /v1/stocks/{id}", user, params, body: { memo: act.memo } });
      case "delete":
        return this.#api({ route: "DELETE /v1/stocks/{id}", user, params });
      case "refetch":
        return this.#api({ route: "POST /v1/stocks/{id}/refetch", user, params });
      case "read":
        return this.#api({ route: "GET /v1/stocks/{id}", user, params });
    }
  }

  /** A quiet end: the provider answers, and time passes until nothing is left to do. Then the truth is compared. */
  async end(): Promise<void> {
    this.#provider.mood = "well";
    for (let round = 0; round < 24; round += 1) {
      while (await this.#queue.deliver(0, false, this.#worker));
      this.#clock.forward(HOUR);
      await this.#reconcile();
    }
    for (const [user, states] of this.#states) {
      const { status, body } = await this.#api({ route: "GET /v1/stocks", user, query: { limit: "100" } });
      if (status !== 200) throw new Error(`The list answered ${status}.`);
      states.happened([background], () => "the quiet end");
      states.happened([listed(body.stocks)], () => `the list of ${user}: ${JSON.stringify(body.stocks)}`);
      for (const stock of body.stocks) this.#judge(user, stock);
    }
    if (this.#queue.depth() > 0) throw new Error(`${this.#queue.depth()} messages are left in the queue.`);
    const pending = await this.#stocks.overdue(new Date("2100-01-01"), 10);
    if (pending.length > 0) throw new Error(`Reconcile still finds ${JSON.stringify(pending)}.`);
  }

  #judge(user: string, stock: { canonical_url: string; status: string; title: string | null }): void {
    if (stock.status === "pending") throw new Error(`A stock is still pending: ${JSON.stringify(stock)}`);
    const wanted = this.#wanted.get(`${user} ${stock.canonical_url}`) ?? 0;
    const edition = Number(/^edition (\d+)$/.exec(stock.title ?? "")?.[1]);
    if (stock.status === "ready" && !(edition >= wanted))
      throw new Error(`Edition ${wanted} was asked for, and the stock has ${JSON.stringify(stock)}.`);
  }
}

function shown(answer: unknown): unknown {
  if (typeof answer === "symbol") return "dead";
  if (typeof answer !== "object" || answer === null || !("status" in answer)) return answer ?? null;
  return { status: answer.status, ...("body" in answer ? { body: answer.body } : {}) };
}

/** Stocks: saved, changed, deleted and fetched again, by two users. */
export const stocks = historyFeature("stocks", stockHistories, async (steps) => {
  const dynamo = await startDynamo();
  try {
    const history = new StocksHistory(dynamo);
    for (const step of steps) await history.step(step);
    await history.end();
  } finally {
    await dynamo.close();
  }
});
