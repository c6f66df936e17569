import { BACK_OFF as BOOKMARK_BACK_OFF } from "../../lambdas/bookmarks/worker.ts";
import { BACK_OFF as DECK_BACK_OFF } from "../../lambdas/slides/worker.ts";
import type { Deployed } from "./deployed.ts";
import { numbersOf } from "./deployed.ts";
import { SimulatedMercari } from "./simulated-mercari.ts";
import type { Work } from "./simulated-queue.ts";
import { Account, SimulatedQueue } from "./simulated-queue.ts";
import { Simulation } from "./simulation.ts";
import type { Size } from "./sizes.ts";
import { CHECKS, inBusyHour, SITES, USE } from "./sizes.ts";
import { fetching, seededRandom } from "./upstream.ts";

export const HOUR = 3_600;

/** How some hours are simulated. */
export interface Course {
  /** Hours with the load of the busiest one; then the queues are drained. */
  readonly hours: number;
  /** Hours after which the simulation ends, even if messages are left. */
  readonly atMost: number;
  /** From when to when no site answers, in seconds. */
  readonly away?: readonly [from: number, to: number];
  /** Lambda's concurrency for the account. */
  readonly accountConcurrency: number;
  /** Whether messages wait for Mercari in the queue, as they do, or in the function. */
  readonly waitsInQueue: boolean;
}

/** A queue after the simulation. */
export interface SimulatedResult {
  readonly name: string;
  readonly sent: number;
  readonly givenUp: number;
  readonly left: number;
  /** Seconds from sending to done: the median and the longest, of those that are done. */
  readonly median: number;
  readonly longest: number;
  /** Messages that are neither done nor given up, when the last was sent. */
  readonly backlog: number;
  /** Seconds from the last send, or from the sites' return if that is later, until nothing is left; null if it did not end. */
  readonly drained: number | null;
  readonly receivesPerMessage: number;
  readonly paidSeconds: number;
}

/** All queues after the simulation. */
export interface SimulatedHours {
  readonly queues: readonly SimulatedResult[];
  /** The most functions of workers at once. */
  readonly mostFunctions: number;
  /** Pages of Mercari, and the worker's seconds for each. */
  readonly pages: number;
  readonly secondsPerPage: number;
}

/** Simulates the queues of a stage of this size. */
export function simulateHours(size: Size, { queues }: Pick<Deployed, "queues">, course: Course): SimulatedHours {
  const simulation = new Simulation();
  const random = seededRandom(1);
  const account = new Account(course.accountConcurrency);
  const at = (site: keyof typeof SITES) => ({
    ...SITES[site],
    ...(course.away === undefined ? {} : { away: course.away }),
  });
  const end = course.hours * HOUR;
  const followed: Followed[] = [];
  const follow = (name: string): SimulatedQueue => {
    const queue = new SimulatedQueue(simulation, numbersOf(queues, name), account);
    followed.push(followedQueue(simulation, name, queue, Math.max(end, course.away?.[1] ?? 0)));
    return queue;
  };

  /** Messages at random times, as many as users cause. */
  const feed = (queue: SimulatedQueue, perUser: number, work: Work) => {
    const apart = HOUR / inBusyHour(perUser, size);
    const next = () => {
      const wait = -Math.log(1 - random()) * apart;
      if (simulation.now + wait >= end) return;
      simulation.after(wait, () => {
        queue.send(work);
        next();
      });
    };
    next();
  };
  feed(follow("oembed-fetch"), USE.decks, fetching(simulation, at("provider"), DECK_BACK_OFF, random));
  feed(follow("bookmark-processing"), USE.bookmarks, fetching(simulation, at("page"), BOOKMARK_BACK_OFF, random));

  const crawls = follow("mercari-crawl");
  const mercari = new SimulatedMercari(simulation, crawls, {
    upstream: at("mercari"),
    random,
    inQueue: course.waitsInQueue,
  });
  for (let hour = 0; hour < course.hours; hour += 1) {
    simulation.after(hour * HOUR, () => mercari.crawl(size.products, CHECKS));
  }
  simulation.run(course.atMost * HOUR);
  return {
    queues: followed.map((each) => each.result()),
    mostFunctions: account.most,
    pages: mercari.pages,
    secondsPerPage: crawls.paidSeconds / mercari.pages,
  };
}

interface Followed {
  result(): SimulatedResult;
}

/** @param from when the drain begins, in seconds */
function followedQueue(simulation: Simulation, name: string, queue: SimulatedQueue, from: number): Followed {
  let backlog = 0;
  let drained: number | null = null;
  simulation.after(from, () => {
    backlog = queue.left;
    const look = () => {
      if (queue.left === 0) drained = simulation.now - from;
      else simulation.after(1, look);
    };
    look();
  });
  return {
    result() {
      const ages = queue.ages.toSorted((one, other) => one - other);
      const sent = ages.length + queue.givenUp + queue.left;
      return {
        name,
        sent,
        givenUp: queue.givenUp,
        left: queue.left,
        median: ages[ages.length >> 1] ?? 0,
        longest: ages.at(-1) ?? 0,
        backlog,
        drained,
        receivesPerMessage: queue.receives / Math.max(1, sent),
        paidSeconds: queue.paidSeconds,
      };
    },
  };
}
