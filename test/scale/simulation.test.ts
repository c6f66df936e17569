import { expect, it } from "vitest";
import { simulateHours } from "./hours.ts";
import type { QueueNumbers } from "./simulated-queue.ts";
import { Account, SimulatedQueue } from "./simulated-queue.ts";
import { Simulation } from "./simulation.ts";
import { fetching } from "./upstream.ts";

// Attempts, random numbers and what is paid show in the figures of docs/scale.md, which report.ci.test.ts compares.

const NUMBERS: QueueNumbers = { batchSize: 5, maxConcurrency: 2, maxReceiveCount: 5, memory: 512 };
const BACK_OFF = { first: 20, factor: 3, longest: 3_600 };

/** A queue of messages that each need an answer of a site; it takes a second, with the writes. */
function queueOf(messages: number, changes: { account?: number; numbers?: QueueNumbers } = {}) {
  const simulation = new Simulation();
  const account = new Account(changes.account ?? 1_000);
  const queue = new SimulatedQueue(simulation, changes.numbers ?? NUMBERS, account);
  const upstream = { seconds: 0.95, timeOut: 10 };
  for (let sent = 0; sent < messages; sent += 1) queue.send(fetching(simulation, upstream, BACK_OFF, () => 0));
  return { simulation, queue, account };
}

it("drains a backlog in rounds of all that the event source processes at once", () => {
  const { simulation, queue, account } = queueOf(61);
  simulation.run();
  // Each message arrives alone, so that the first two batches have one message each.
  expect(simulation.now).toBeCloseTo(1 + Math.ceil(59 / 10));
  expect({ done: queue.ages.length, receives: queue.receives, most: account.most }).toEqual({
    done: 61,
    receives: 61,
    most: 2,
  });
  expect(queue.paidSeconds).toBeCloseTo(queue.invocations);
});

it("runs no more functions than the account permits", () => {
  const numbers = { ...NUMBERS, batchSize: 1, maxConcurrency: 8 };
  const { simulation, account } = queueOf(30, { account: 3, numbers });
  simulation.run();
  expect({ most: account.most, seconds: Math.round(simulation.now) }).toEqual({ most: 3, seconds: 10 });
});

it("pays a third as much for Mercari's pages when messages wait in the queue, for the same pages in the same time", () => {
  const one = { batchSize: 1, maxConcurrency: 2, maxReceiveCount: 5, memory: 1_024 };
  const queues = {
    "oembed-fetch": NUMBERS,
    "bookmark-processing": one,
    "mercari-crawl": { ...one, maxReceiveCount: 20 },
  };
  const [inQueue, inFunction] = [true, false].map((waitsInQueue) =>
    simulateHours(
      { users: 1, products: 10, jobs: 0 },
      { queues },
      { hours: 1, atMost: 2, waitsInQueue, accountConcurrency: 1_000 },
    ),
  );
  const crawlsOf = (hours = inQueue) => hours?.queues.find(({ name }) => name === "mercari-crawl");
  expect(inQueue?.pages).toBe(inFunction?.pages);
  expect(Number(inQueue?.secondsPerPage)).toBeLessThan(Number(inFunction?.secondsPerPage) / 2.5);
  expect(Number(crawlsOf()?.longest)).toBeLessThan(1.1 * Number(crawlsOf(inFunction)?.longest));
  expect(Number(crawlsOf()?.receivesPerMessage)).toBeLessThan(2.5);
});
