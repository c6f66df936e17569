import { failsEveryAttempt } from "../../emulators/broken-call.ts";
import type { HttpAnswer } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { Dead } from "../actor.ts";
import type { Event } from "../possible-states.ts";
import type { History } from "../world.ts";
import { invokeCommon, outcome } from "../world.ts";
import type { Listings } from "./listings.ts";
import { listingId } from "./listings.ts";
import type { ProductSettings, ProductState } from "./product-model.ts";
import { productEvent } from "./product-model.ts";
import { quietEnd } from "./quiet-end.ts";
import { judgeRowChanges } from "./row-judge.ts";
import type { PriceInvoked, PriceStep, ProductRequest } from "./steps.ts";
import { SUBJECTS } from "./steps.ts";
import type { MercariWorld } from "./system.ts";
import { MercariSystem, shownProduct } from "./system.ts";
import type { SentRequest } from "./turn-judge.ts";
import { judgeTurns } from "./turn-judge.ts";
import { WatchedProduct } from "./watched-product.ts";

const HOUR = 60 * MINUTE;
/** A key is not sent again after this many milliseconds: the API keeps it for 72 hours. */
const KEY_USED_MS = 70 * HOUR;
/** The id in a request for a product that nobody knows. */
const NO_ID = "00000000-0000-8000-8000-999999999999";
/** The settings of the new products of each subject. */
const INITIAL: Readonly<Record<number, ProductSettings>> = {
  0: { search: "all", max: null, enabled: true, below: 2_000, newLowest: false },
  1: { search: "all", max: 3_000, enabled: true, below: null, newLowest: true },
};

/** The prices feature in a world, and the model beside it. */
export class PriceHistory implements History<PriceInvoked> {
  readonly #world: MercariWorld;
  readonly #listings: Listings;
  readonly #system: MercariSystem;
  readonly #products: WatchedProduct[] = [];
  /** The present product of each subject, and when its key was first sent, epoch milliseconds. */
  readonly #current = new Map<number, { readonly product: WatchedProduct; readonly since: number }>();
  readonly #requests: SentRequest[] = [];
  #steps = 0;
  #isTimePassing = false;

  constructor(world: MercariWorld, listings: Listings) {
    this.#world = world;
    this.#listings = listings;
    this.#system = new MercariSystem(world, ({ pathname }) => {
      this.#requests.push({
        isRobots: pathname === "/robots.txt",
        at: this.#now(),
        isTimePassing: this.#isTimePassing,
      });
    });
    for (const subject of SUBJECTS) this.#begin(subject);
  }

  async invoke({ invoked, order }: Extract<PriceStep, { invoked: unknown }>): Promise<void> {
    this.#steps += 1;
    for (const one of invoked) if (one.what === "request" && one.act.do === "create") this.#renewKey(one.subject);
    // An edit of a listing and a change of a product are in order if they are not in one step.
    this.#world.clock.forward(1);
    const products = this.#products.map(asBefore);
    const [from, sights] = [this.#now(), this.#listings.sights.length];
    this.#isTimePassing = invoked.some(({ what }) => what === "time");
    const answers = await this.#world.actors.run(invoked, order, (one) => this.#act(one, invoked));
    this.#isTimePassing = false;
    for (const before of products) this.#explain(before, invoked, answers, from);
    await this.#findIds();
    for (const before of products) await this.#judgeRows(before, sights);
  }

  async end(): Promise<void> {
    await quietEnd(this.#world, this.#system, this.#products, this.#listings);
    judgeTurns(this.#requests);
  }

  #begin(subject: number): void {
    const number = this.#products.length;
    const key = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const initial = INITIAL[subject] ?? INITIAL[0];
    if (initial === undefined) throw new Error("No settings.");
    const product = new WatchedProduct({ subject, name: `product-${number}`, key, initial });
    this.#products.push(product);
    this.#current.set(subject, { product, since: this.#now() });
  }

  /** A key that is about to expire is used no more: the next creation makes another product. */
  #renewKey(subject: number): void {
    if (this.#now() - (this.#current.get(subject)?.since ?? 0) > KEY_USED_MS) this.#begin(subject);
  }

  #product({ subject }: Pick<ProductRequest, "subject">): WatchedProduct {
    const current = this.#current.get(subject);
    if (current === undefined) throw new Error(`Nobody watches subject ${subject}.`);
    return current.product;
  }

  #act(one: PriceInvoked, all: readonly PriceInvoked[]): Promise<unknown> {
    const { actors, clock } = this.#world;
    switch (one.what) {
      case "request": {
        const { creation, id } = this.#product(one);
        return this.#system.request(creation, id ?? NO_ID, one.act);
      }
      case "crawl_all":
        return this.#system.crawlAll();
      case "schedule":
        return this.#system.hourly().catch((error: unknown) => String(error));
      case "listing":
        return actors.outside(async () => {
          this.#listings.edit(listingId(one.subject, one.number), one.listing, this.#now());
        });
      case "face":
        return actors.outside(async () => {
          this.#listings.face = one.face;
        });
      case "time": {
        // No key expires while a request with it is in progress.
        const isCreating = all.some((other) => other.what === "request" && other.act.do === "create");
        return actors.outside(async () => clock.forward(isCreating ? Math.min(one.passes, HOUR) : one.passes));
      }
      default:
        return invokeCommon(one, this.#world, this.#system);
    }
  }

  /** Compares the answers about a product with the model. */
  #explain(
    { product, id, wasDeleted }: Before,
    invoked: readonly PriceInvoked[],
    answers: readonly unknown[],
    from: number,
  ): void {
    const events: Event<ProductState>[] = [];
    const observed: unknown[] = [];
    invoked.forEach((one, index) => {
      if (one.what !== "request" || this.#product(one) !== product) return;
      const answer = answers[index] as HttpAnswer | Dead;
      observed.push([one, outcome(answer)]);
      const { act, fault } = one;
      const mayFail = failsEveryAttempt(fault?.kind);
      const shown = typeof answer === "symbol" ? null : shownProduct(answer.body);
      const isUnknown = id === null && act.do !== "create";
      const mayBeGone = fault !== null && invoked.some(({ what }) => what === "schedule");
      const mayBeDeleted = fault !== null && invoked.some(isDeletion);
      const meanwhile =
        fault === null
          ? []
          : changesInAnyOrder(
              invoked.filter((other) => other !== one && other.what === "request" && this.#product(other) === product),
            );
      const { initial } = product.creation;
      events.push(
        productEvent(act, { answer, shown, initial, mayFail, isUnknown, mayBeGone, mayBeDeleted, meanwhile }),
      );
      if (act.do === "change" && !isUnknown) product.noteChange(this.#now());
      if (act.do === "crawl") product.noteCrawl(answer, from, this.#now());
    });
    if (events.length === 0) return;
    product.states.happened(events, () => `step ${this.#steps}: ${JSON.stringify(observed)}`);
    product.noteSettings(wasDeleted, this.#now());
  }

  /** Finds the ids of products whose creation was not answered. */
  async #findIds(): Promise<void> {
    const unknown = this.#products.filter(({ id, possible }) => id === null && possible.length > 0);
    if (unknown.length === 0) return;
    for await (const { id, name } of this.#system.services.products.listAll()) {
      const product = unknown.find(({ creation }) => creation.name === name);
      if (product !== undefined) product.id = id;
    }
  }

  async #judgeRows({ product, possible, wasDeleted }: Before, sights: number): Promise<void> {
    if (product.id === null) return;
    const { results, products } = this.#system.services;
    const isWhole = (await products.get(product.id))?.seenWhole ?? false;
    product.seenWholeSince = isWhole ? (product.seenWholeSince ?? this.#now()) : null;
    const rows = await results.getMany(product.id, product.listings);
    const all = this.#listings.sights;
    judgeRowChanges(product, rows, {
      sights: all.slice(sights),
      all,
      mayBeOutside: (price) => [...possible, ...product.possible].some(({ max }) => max !== null && price > max),
      mayBeDeleted: wasDeleted || product.mayBeDeleted,
    });
    product.noteRows(rows, all.slice(sights));
  }

  #now(): number {
    return this.#world.clock.now().getTime();
  }
}

/** What was known of a product before a step. */
type Before = ReturnType<typeof asBefore>;

function asBefore(product: WatchedProduct) {
  return { product, id: product.id, possible: product.possible, wasDeleted: product.mayBeDeleted };
}

function isDeletion(one: PriceInvoked): boolean {
  return one.what === "request" && one.act.do === "delete";
}

/** The changes of one or two of the requests. */
function changesInAnyOrder(invoked: readonly PriceInvoked[]): readonly Partial<ProductSettings>[] {
  const changes = invoked.flatMap((one) => (one.what === "request" && one.act.do === "change" ? [one.act.change] : []));
  return changes.flatMap((one) => changes.map((other) => ({ ...one, ...other })));
}
