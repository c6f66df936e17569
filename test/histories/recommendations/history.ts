import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { HttpAnswer } from "../../emulators/http-event.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { shownBy } from "../../recommendations/changes-world.ts";
import type { Dead } from "../actor.ts";
import type { Event } from "../possible-states.ts";
import type { Background, History } from "../world.ts";
import { invokeCommon, outcome } from "../world.ts";
import type { Announcing } from "./announcements.ts";
import { owedTargets } from "./announcements.ts";
import { actEvent, isReplay } from "./directory-model.ts";
import { judgedEnd } from "./end.ts";
import { listed } from "./listed.ts";
import type { Invocation } from "./outgoing-log.ts";
import type { Outside } from "./outside.ts";
import { requested } from "./requests.ts";
import { nothingSeen } from "./seen.ts";
import type { Recommendations } from "./state.ts";
import type { Act, RecommendationInvoked, RecommendationStep, Requested } from "./steps.ts";
import { HOSTS } from "./steps.ts";
import type { RecommendationsOutside, RecommendationsSystem } from "./system.ts";
import { recommendationsSystem } from "./system.ts";

/** A request in progress. */
interface Running {
  /** The id of the recommendation that it is about, or creates. */
  readonly id: string;
  /** Returns the ids that the function gives away. */
  readonly newId: () => string;
}

/** A request with its answer. */
interface EndedRequest extends Requested {
  /** The id of the recommendation that it is about, or creates. */
  readonly id: string;
  readonly answer: HttpAnswer | Dead;
}

/** The feature in a world, and the model beside it. */
export class RecommendationHistory implements History<RecommendationInvoked> {
  readonly #world: RecommendationsOutside;
  readonly #outside: Outside;
  readonly #system: RecommendationsSystem;
  readonly #seen = nothingSeen();
  /** The ids of the recommendations that were ever asked for, the latest first. */
  #ids: readonly string[] = [];
  #step = 0;
  /** The times of the current step. */
  readonly #moments = new Set<number>();

  constructor(outside: Outside, { clock: time, ...world }: RecommendationsOutside) {
    const clock: TestClock = {
      ...time,
      forward: (milliseconds) => {
        time.forward(milliseconds);
        this.#moments.add(time.now().getTime());
      },
    };
    this.#world = { ...world, clock };
    this.#outside = outside;
    this.#system = recommendationsSystem(outside, this.#world);
  }

  async invoke({ invoked, order }: Extract<RecommendationStep, { invoked: unknown }>): Promise<void> {
    this.#step += 1;
    const { actors, clock, queue } = this.#world;
    this.#moments.clear();
    // No two steps happen in one second, so that dates of recommendations differ.
    clock.forward(1_000);
    const before = this.#seen.states.all;
    const waiting = queue.depth();
    const running = invoked.map((one, index) => (one.what === "request" ? this.#begin(one.act, index) : null));
    const answers = await actors.run(invoked, order, (one, index) => this.#act(one, running[index] ?? null));
    const requests = invoked.flatMap((one, index) => {
      const run = running[index];
      if (one.what !== "request" || run == null) return [];
      return [{ ...one, id: run.id, answer: answers[index] as HttpAnswer | Dead }];
    });
    this.#seen.states.happened(
      requests.map((request) => this.#event(request, requests)),
      () =>
        `step ${this.#step}: ${JSON.stringify(invoked.map((one, index) => [one, running[index]?.id, outcome(answers[index])]))}`,
    );
    const owing = requests.filter((one) => {
      const isAlone = requests.every((other) => other === one || other.id !== one.id);
      return this.#note(one, isAlone ? before : []);
    });
    if (invoked.length === 1 && owing[0]?.fault === null) this.#judgePrompt(waiting);
    for (const host of HOSTS)
      if (
        requests.some(({ act }) => act.do === "block") ||
        [...before, ...this.#seen.states.all].some(({ blocked }) => blocked.includes(host))
      )
        this.#seen.mentions.mayBeBlocked(host, this.#step);
  }

  #begin(act: Act, index: number): Running {
    const by: Announcing = { act, step: this.#step };
    this.#seen.acts.push(by);
    this.#seen.announcements.began(by);
    let ids = 0;
    const newId = () => {
      ids += 1;
      const id = derivedId("id", String(this.#step), String(index), String(ids));
      this.#seen.announcements.issued(id, by);
      return id;
    };
    // The first id that a creation is given is that of its recommendation.
    const own = derivedId("id", String(this.#step), String(index), "1");
    const picked = "pick" in act ? (this.#ids[act.pick % this.#ids.length] ?? own) : own;
    if (act.do === "create") this.#ids = [own, ...this.#ids];
    return { id: picked, newId };
  }

  #event({ act, fault, id, answer }: EndedRequest, all: readonly EndedRequest[]): Event<Recommendations> {
    if (act.do === "read" && typeof answer !== "symbol" && answer.status === 200)
      return listed(answer.body.recommendations);
    const rivals = all.flatMap((other) => {
      if (act.do !== "create" || other.act.do !== "create" || other.id === id) return [];
      if (act.key === null || other.act.key !== act.key) return [];
      return [{ id: other.id, isEqual: other.act.url === act.url && other.act.title === act.title }];
    });
    return actEvent(act, { id, answer, moments: [...this.#moments], isFaulty: fault !== null, rivals });
  }

  /**
   * Notes what an answered request proves.
   *
   * @param before the states before a request that no other one can disturb; none otherwise
   * @returns whether a site must be notified
   */
  #note({ act, id, answer }: EndedRequest, before: readonly Recommendations[]): boolean {
    const { announcements, clicks, mentions } = this.#seen;
    const step = this.#step;
    if (act.do === "click") clicks.clicked(id, answer);
    if (act.do === "mention") mentions.sent(act.source, answer, step, Math.min(...this.#moments));
    if (act.do === "hide") mentions.hidden(act.source, answer, step);
    if (act.do === "show") mentions.shown(act.source, answer, step, Math.min(...this.#moments));
    if (typeof answer === "symbol" || answer.status >= 300) return false;
    // What a replay completes is another act's.
    const owed = isReplay(answer) ? [] : owedTargets(act, id, before);
    for (const target of owed) announcements.owes({ id, target, step });
    return owed.length > 0;
  }

  /** A change that nothing disturbs is published, and its sites are being notified, when it is answered. @throws Error */
  #judgePrompt(waiting: number): void {
    const document = inOrder(shownBy(this.#system.document()));
    const isPublished = this.#seen.states.all.some(
      ({ sites }) => inOrder(Object.values(sites).map(({ url }) => url)) === document,
    );
    if (!isPublished) throw new Error(`Step ${this.#step} was answered, and ${document} is published.`);
    if (this.#world.queue.depth() <= waiting)
      throw new Error(`Step ${this.#step} was answered, and no message is sent.`);
  }

  async #act(one: RecommendationInvoked, running: Running | null): Promise<unknown> {
    const by: Invocation = { step: this.#step, isFaulty: "fault" in one && one.fault !== null };
    switch (one.what) {
      case "request":
        return running && requested(one.act, running.id, this.#system, running.newId);
      case "daily":
        return this.#system.daily().catch((error: unknown) => String(error));
      case "site":
        return this.#world.actors.outside(async () => {
          this.#outside.change(one.change);
          this.#seen.mentions.changed(one.change.of, this.#step);
        });
      default:
        if (one.what === "reconcile") this.#seen.reconciles += 1;
        return invokeCommon(one, this.#world, this.#background(by));
    }
  }

  #background(by: Invocation): Background {
    const { reconcilable, work } = this.#system;
    return {
      reconcilable,
      worker: async (event) => {
        const { announcementId } = JSON.parse(event.Records[0]?.body ?? "{}");
        if (announcementId !== undefined) this.#seen.receives.push(announcementId);
        return work(event, by);
      },
    };
  }

  async end(): Promise<void> {
    const background = this.#background({ step: this.#step + 1, isFaulty: false });
    await judgedEnd(this.#seen, { world: this.#world, system: this.#system, background, outside: this.#outside });
  }
}

function inOrder(urls: readonly string[]): string {
  return [...urls].sort().join(" ");
}
