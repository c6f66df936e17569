import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { Reconcilable } from "../../lambdas/shared/work/reconcile.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import type { Dead } from "./actor.ts";
import { Actors } from "./actor.ts";
import { HistoryQueue } from "./history-queue.ts";
import { PossibleStates } from "./possible-states.ts";
import type { SavedItemAct, SavedItemRules, SavedItems, ShownItem } from "./saved-item-model.ts";
import { actEvent, background, listed, NO_ITEMS } from "./saved-item-model.ts";
import type { Invoked, SavedItemStep } from "./saved-item-steps.ts";
import { USERS } from "./saved-item-steps.ts";
import { editionOf, Site } from "./site.ts";

const HOUR = 60 * MINUTE;

/** What a feature's functions need of the world. */
export interface HistoryWorld<M> {
  readonly actors: Actors;
  readonly clock: TestClock;
  readonly queue: HistoryQueue<M>;
  readonly site: Site;
}

/** A feature's functions in a world. */
export interface SavedItemSystem {
  request(user: string, act: SavedItemAct): Promise<HttpAnswer>;
  readonly worker: (event: SQSEvent) => Promise<SQSBatchResponse>;
  readonly reconcilable: Reconcilable;
  /** The items of a user by the API. */
  list(user: string): Promise<readonly ShownItem[]>;
  /** The item in an answer's body; null without one. */
  shown(body: unknown): ShownItem | null;
  /** Further truths at the quiet end. @throws Error */
  judge(lists: readonly (readonly ShownItem[])[]): Promise<void>;
}

/** A feature whose users save items that workers process. */
export interface SavedItemFeature<M> {
  readonly rules: SavedItemRules;
  readonly site: ConstructorParameters<typeof Site>[0];
  readonly queue: { readonly maxReceiveCount: number; readonly visibilityTimeout: number };
  readonly system: (world: HistoryWorld<M>) => SavedItemSystem;
}

/** Runs a history in empty tables. @throws Error at the first observation that the model can't explain */
export async function runSavedItemHistory<M>(
  feature: SavedItemFeature<M>,
  steps: readonly SavedItemStep[],
): Promise<void> {
  const dynamo = await startDynamo();
  try {
    const clock = testClock();
    const actors = new Actors(dynamo);
    const queue = new HistoryQueue<M>(actors, clock, feature.queue);
    const history = new SavedItemHistory(feature, { actors, clock, queue, site: new Site(feature.site) });
    for (const step of steps) await history.step(step);
    await history.end();
  } finally {
    await dynamo.close();
  }
}

/** A system with a feature's functions, and the model beside it. */
class SavedItemHistory<M> {
  readonly #rules: SavedItemRules;
  readonly #world: HistoryWorld<M>;
  readonly #system: SavedItemSystem;
  readonly #states = new Map(USERS.map((user) => [user, new PossibleStates<SavedItems>(NO_ITEMS)]));
  /** The edition that the site had when its reading was last accepted, by user and subject. */
  readonly #wanted = new Map<string, number>();
  #steps = 0;

  constructor({ rules, system }: SavedItemFeature<M>, world: HistoryWorld<M>) {
    this.#rules = rules;
    this.#world = world;
    this.#system = system(world);
  }

  async step(step: SavedItemStep): Promise<void> {
    this.#steps += 1;
    if ("invoked" in step) await this.#invoke(step);
    else if (step.queue === "lost") this.#world.queue.lose();
    else this.#world.queue.redrive();
  }

  async #invoke({ invoked, order }: Extract<SavedItemStep, { invoked: unknown }>): Promise<void> {
    const { actors, clock, site } = this.#world;
    const start = clock.now().getTime();
    const { edition } = site;
    const invocations = invoked.map((one) => ({
      fault: "fault" in one ? one.fault : null,
      act: () => this.#act(one),
    }));
    const answers = await actors.run(invocations, order);
    const during = [start, clock.now().getTime()] as const;
    for (const [user, states] of this.#states) {
      const events = invoked.flatMap((one, index) => {
        if (one.what === "delivery" || one.what === "reconcile") return [background];
        if (one.what !== "request" || one.user !== user) return [];
        const answer = answers[index] as HttpAnswer | Dead;
        const shown = typeof answer === "symbol" ? null : this.#system.shown(answer.body);
        const mayFail = one.fault?.kind === "refused" || one.fault?.kind === "unanswered";
        this.#note(one, answer, edition);
        return [actEvent(this.#rules, one.act, { answer, shown, during, mayFail }, `${this.#steps}.${index}`)];
      });
      states.happened(events, () => {
        const seen = invoked.map((one, index) => [one, outcome(answers[index])]);
        return `step ${this.#steps} for ${user}: ${JSON.stringify(seen)}`;
      });
    }
  }

  #note({ user, act }: Extract<Invoked, { what: "request" }>, answer: HttpAnswer | Dead, edition: number): void {
    if (typeof answer === "symbol" || answer.headers["idempotency-replayed"] !== undefined) return;
    if (answer.status === 201 || answer.status === 202) this.#wanted.set(`${user} ${act.subject}`, edition);
  }

  async #act(one: Invoked): Promise<unknown> {
    const { actors, clock, queue, site } = this.#world;
    switch (one.what) {
      case "request":
        return this.#system.request(one.user, one.act);
      case "delivery":
        return queue.deliver(one.pick, one.again, this.#system.worker);
      case "reconcile":
        // A run that could not read or write an item fails, and the next run goes on.
        return this.#reconcile().catch((error: unknown) => String(error));
      case "time":
        return actors.outside(async () => clock.forward(one.passes));
      case "mood":
        return actors.outside(async () => site.change(one.mood));
    }
  }

  #reconcile() {
    return reconcile([this.#system.reconcilable], "run-1", this.#world.clock);
  }

  /** A quiet end: the site answers, and time passes until nothing is left to do. Then the truth is compared. */
  async end(): Promise<void> {
    const { clock, queue, site } = this.#world;
    site.change("well");
    for (let round = 0; round < 24; round += 1) {
      while (await queue.deliver(0, false, this.#system.worker));
      if (queue.depth() === 0 && !(await this.#isAnyPending())) break;
      clock.forward(HOUR);
      await this.#reconcile();
    }
    const lists: (readonly ShownItem[])[] = [];
    for (const [user, states] of this.#states) {
      const items = await this.#system.list(user);
      states.happened([background], () => "the quiet end");
      states.happened([listed(items)], () => `the list of ${user}: ${JSON.stringify(items)}`);
      for (const item of items) this.#judge(user, item);
      lists.push(items);
    }
    if (queue.depth() > 0) throw new Error(`${queue.depth()} messages are left in the queue.`);
    clock.forward(1_000 * HOUR);
    const overdue = await this.#system.reconcilable.overdue(10);
    if (overdue.length > 0) throw new Error(`Reconcile still finds ${JSON.stringify(overdue)}.`);
    await this.#system.judge(lists);
  }

  async #isAnyPending(): Promise<boolean> {
    const lists = await Promise.all(USERS.map((user) => this.#system.list(user)));
    return lists.flat().some(({ status }) => status === "pending");
  }

  #judge(user: string, item: ShownItem): void {
    if (item.status === "pending") throw new Error(`An item is still pending: ${JSON.stringify(item)}`);
    const wanted = this.#wanted.get(`${user} ${item.subject}`) ?? 0;
    if (item.status === "ready" && editionOf(item.title) < wanted)
      throw new Error(`Edition ${wanted} was asked for, and the item has ${JSON.stringify(item)}.`);
  }
}

function outcome(answer: unknown): unknown {
  if (typeof answer === "symbol") return "dead";
  if (typeof answer !== "object" || answer === null || !("status" in answer)) return answer ?? null;
  return { status: answer.status, ...("body" in answer ? { body: answer.body } : {}) };
}
