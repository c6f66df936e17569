import { MERCARI_BACK_OFF } from "../../lambdas/mercari/domain/crawl-error.ts";
import { LATER_PAGES } from "../../lambdas/mercari/domain/product.ts";
import { nextTurn } from "../../lambdas/mercari/fetch/reserve-turn.ts";
import type { HostState } from "../../lambdas/mercari/tables/host-table.ts";
import { backOffSeconds } from "../../lambdas/shared/work/back-off.ts";
import type { Outcome, SimulatedQueue, Work } from "./simulated-queue.ts";
import type { Process, Simulation } from "./simulation.ts";
import type { Upstream } from "./upstream.ts";
import { isAway } from "./upstream.ts";

/** Between two pages, and between two looks at a host that is requested, in seconds (lambdas/mercari/fetch/host-turn.ts). */
const PAUSE = 3;
const POLL = 1;
/** Between two detail checks of a crawl, and the longest delay (lambdas/mercari/work/conclude-crawl.ts). */
const APART = 10;
const LONGEST_DELAY = 600;
/** Seconds of the function beside its pages: reads, the parser and the writes. */
const OWN_WORK = 0.2;
/** Attempts of a message (lambdas/mercari/work/attempts.ts). */
const MAX_ATTEMPTS = 4;

/** Mercari's host as the worker sees it, with the crawls and detail checks of its products. */
export class SimulatedMercari {
  readonly #simulation: Simulation;
  readonly #queue: SimulatedQueue;
  readonly #upstream: Upstream;
  readonly #random: () => number;
  /** Whether messages wait for their turns in the queue; otherwise in the function. */
  readonly #inQueue: boolean;
  #host: HostState = { freeAt: null, isHeld: false, reservedUntil: null, lastTurnMs: null, breaker: null };
  /** Pages that were answered. */
  pages = 0;

  constructor(
    simulation: Simulation,
    queue: SimulatedQueue,
    site: { readonly upstream: Upstream; readonly random: () => number; readonly inQueue: boolean },
  ) {
    this.#simulation = simulation;
    this.#queue = queue;
    this.#upstream = site.upstream;
    this.#random = site.random;
    this.#inQueue = site.inQueue;
  }

  /** Requests a crawl of each product, each with its detail checks. */
  crawl(products: number, checks: number): void {
    for (let product = 0; product < products; product += 1) this.#queue.send(this.#crawl(checks));
  }

  #crawl(checks: number): Work {
    return this.#afterTurn(LATER_PAGES, () => {
      for (let check = 0; check < checks; check += 1) {
        this.#queue.send(
          this.#afterTurn(1, () => undefined),
          Math.min(check * APART, LONGEST_DELAY),
        );
      }
    });
  }

  /** The work of a message that requests pages when its turn has come. */
  #afterTurn(turns: number, done: () => void): Work {
    let attempts = 0;
    const mercari = this;
    return function* requestPages(receiveCount): Generator<number, Outcome, void> {
      yield OWN_WORK / 2;
      const seconds = mercari.#inQueue ? mercari.#reserve(turns, receiveCount) : 0;
      if (seconds > 0) return { again: seconds };
      for (let page = 0; page < turns; page += 1) {
        if (yield* mercari.#page()) continue;
        attempts += 1;
        if (attempts >= MAX_ATTEMPTS) return "given_up";
        return { again: backOffSeconds(MERCARI_BACK_OFF, attempts, null, mercari.#random()) };
      }
      yield OWN_WORK / 2;
      done();
      return "done";
    };
  }

  /** The worker's own decision. */
  #reserve(turns: number, receiveCount: number): number {
    const clock = { now: () => new Date(this.#simulation.now * 1_000), wait: (milliseconds: number) => milliseconds };
    const { seconds, until } = nextTurn(this.#host, { turns, receiveCount }, clock);
    if (until !== null) this.#host = { ...this.#host, reservedUntil: until };
    return seconds;
  }

  /** Waits for the host and requests a page. @returns whether it was answered */
  *#page(): Process<boolean> {
    for (;;) {
      const { isHeld, freeAt } = this.#host;
      const busy = isHeld ? POLL : Math.max(0, (freeAt?.getTime() ?? 0) / 1_000 - this.#simulation.now);
      if (busy === 0) break;
      yield Math.min(busy, POLL);
    }
    const begin = this.#simulation.now;
    const fails = isAway(this.#upstream, begin);
    // A lease of an hour: it is released earlier.
    this.#host = { ...this.#host, isHeld: true, freeAt: new Date((begin + 3_600) * 1_000) };
    yield fails ? this.#upstream.timeOut : this.#upstream.seconds;
    const freeAt = this.#simulation.now + PAUSE;
    const lastTurnMs = (freeAt - begin) * 1_000;
    this.#host = { ...this.#host, isHeld: false, freeAt: new Date(freeAt * 1_000), lastTurnMs };
    if (!fails) this.pages += 1;
    return !fails;
  }
}
