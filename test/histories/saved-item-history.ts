import { failsEveryAttempt } from "../emulators/broken-call.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import type { Dead } from "./actor.ts";
import { HistoryFollower } from "./history-follower.ts";
import type { HistoryQueueProps } from "./history-queue.ts";
import { PossibleStates } from "./possible-states.ts";
import type { Ended, SavedItemAct, SavedItemRules, SavedItems, ShownItem } from "./saved-item-model.ts";
import { actEvent, background, listed, NO_ITEMS } from "./saved-item-model.ts";
import type { Requested, SavedItemInvoked, SavedItemStep } from "./saved-item-steps.ts";
import { USERS } from "./saved-item-steps.ts";
import type { WellAnswer } from "./site.ts";
import { editionOf, Site } from "./site.ts";
import type { Background, History, HistoryWorld } from "./world.ts";
import { expectNothingLeft, invokeCommon, outcome, runHistory, settle } from "./world.ts";

/** A feature's functions in a world. */
export interface SavedItemSystem extends Background {
  request(user: string, act: SavedItemAct): Promise<HttpAnswer>;
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
  readonly site: WellAnswer<void>;
  readonly queue: HistoryQueueProps;
  readonly system: (world: HistoryWorld<M>) => SavedItemSystem;
}

/** Runs a history in empty tables. @throws Error at the first observation that the model can't explain */
export async function runSavedItemHistory<M>(
  feature: SavedItemFeature<M>,
  steps: readonly SavedItemStep[],
): Promise<void> {
  const { queue, site } = feature;
  const outside = { queue, site: new Site(site) };
  await runHistory<M, void, SavedItemInvoked>(steps, outside, (world) => new SavedItemHistory(feature, world));
}

/** Whether an item of a user may be gone by this. */
function ends(invoked: SavedItemInvoked, user: string): boolean {
  return invoked.what === "request" && invoked.user === user && ["delete", "merge"].includes(invoked.act.do);
}

/** A system with a feature's functions, and the model beside it. */
class SavedItemHistory<M> implements History<SavedItemInvoked> {
  readonly #rules: SavedItemRules;
  readonly #world: HistoryWorld<M>;
  readonly #system: SavedItemSystem;
  readonly #states = new Map(USERS.map((user) => [user, new PossibleStates<SavedItems>(NO_ITEMS)]));
  /** The edition that the site had when its reading was last accepted, by user and subject. */
  readonly #wanted = new Map<string, number>();
  readonly #followers: ReadonlyMap<string, HistoryFollower>;
  #steps = 0;

  constructor({ rules, system }: SavedItemFeature<M>, world: HistoryWorld<M>) {
    this.#rules = rules;
    this.#world = world;
    this.#system = system(world);
    this.#followers = new Map(USERS.map((user) => [user, new HistoryFollower(user, world)]));
  }

  async invoke({ invoked, order }: Extract<SavedItemStep, { invoked: unknown }>): Promise<void> {
    this.#steps += 1;
    const { actors, clock, site } = this.#world;
    const start = clock.now().getTime();
    const { edition } = site;
    const answers = await actors.run(invoked, order, (one, index) => this.#act(one, invoked.slice(0, index)));
    for (const follower of this.#followers.values()) follower.afterStep(invoked);
    const during = [start, clock.now().getTime()] as const;
    for (const [user, states] of this.#states) {
      const events = invoked.flatMap((one, index) => {
        if (one.what === "delivery" || one.what === "reconcile") return [background];
        if (one.what !== "request" || one.user !== user) return [];
        const answer = answers[index] as HttpAnswer | Dead;
        const shown = typeof answer === "symbol" ? null : this.#system.shown(answer.body);
        const mayFail = failsEveryAttempt(one.fault?.kind);
        this.#note(one, answer, edition);
        const mayBeOvertaken = invoked.some((other) => other !== one && ends(other, user));
        const ended: Ended = { answer, shown, during, mayFail, mayBeOvertaken };
        return [actEvent(this.#rules, one.act, ended, `${this.#steps}.${index}`)];
      });
      states.happened(events, () => {
        const seen = invoked.map((one, index) => [one, outcome(answers[index])]);
        return `step ${this.#steps} for ${user}: ${JSON.stringify(seen)}`;
      });
    }
  }

  #note({ user, act }: Requested, answer: HttpAnswer | Dead, edition: number): void {
    if (typeof answer === "symbol" || answer.headers["idempotency-replayed"] !== undefined) return;
    if (answer.status === 201 || answer.status === 202) this.#wanted.set(`${user} ${act.subject}`, edition);
  }

  async #act(one: SavedItemInvoked, before: readonly SavedItemInvoked[]): Promise<unknown> {
    if (one.what === "request") return this.#system.request(one.user, one.act);
    if (one.what === "follow") {
      // A follower reads one page at a time.
      const isReading = before.some((other) => other.what === "follow" && other.user === one.user);
      return isReading ? null : this.#followers.get(one.user)?.follow(one.fault);
    }
    return invokeCommon(one, this.#world, this.#system);
  }

  async end(): Promise<void> {
    await settle(this.#world, this.#system, () => this.#isAnyPending());
    const lists: (readonly ShownItem[])[] = [];
    for (const [user, states] of this.#states) {
      const items = await this.#system.list(user);
      states.happened([background], () => "the quiet end");
      states.happened([listed(items)], () => `the list of ${user}: ${JSON.stringify(items)}`);
      const copied = (await this.#followers.get(user)?.copy()) ?? [];
      states.happened([listed(copied.flatMap((item) => this.#system.shown(item) ?? []))], () => {
        return `the copy of ${user}, beside the list: ${JSON.stringify([copied, items])}`;
      });
      for (const item of items) this.#judge(user, item);
      lists.push(items);
    }
    await expectNothingLeft(this.#world, this.#system);
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
