import type { Process } from "./simulation.ts";
import { Simulation } from "./simulation.ts";
import { seededRandom } from "./upstream.ts";

/** Clicks without a token in a full batch (test/recommendations/tables/event-table.test.ts). */
const BATCH = 16;
/** Seconds from reading which batch takes clicks to writing there: with the other calls between, and without. */
const GAP = { first: 0.02, again: 0.01 };
/** A request gives up after so many attempts (lambdas/recommendations/tables/event-table.ts). */
const ATTEMPTS = 5;
const SECONDS = 20;
/** Write units a second that one partition takes (AWS). */
const PARTITION = 1_000;

/** Clicks that arrive at random, at a mean rate. */
export interface SimulatedClicks {
  /** Write units for each click in the partition of the batches, failed conditions included. */
  readonly units: number;
  /** Share of the clicks that are answered 503. */
  readonly refused: number;
}

/** Simulates clicks without a key. @param rate clicks a second */
export function simulateClicks(rate: number): SimulatedClicks {
  const simulation = new Simulation();
  const random = seededRandom(1);
  let saved = 0;
  let units = 0;
  let refused = 0;
  const openBatch = () => Math.floor(saved / BATCH);

  function* click(): Process {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const batch = openBatch();
      yield attempt === 0 ? GAP.first : GAP.again;
      units += 1;
      if (batch === openBatch()) {
        saved += 1;
        return;
      }
    }
    refused += 1;
  }

  const clicks = rate * SECONDS;
  for (let sent = 0; sent < clicks; sent += 1) {
    simulation.after(random() * SECONDS, () => simulation.start(click()));
  }
  simulation.run();
  return { units: units / clicks, refused: refused / clicks };
}

/** The clicks a second whose writes one partition takes, rounded down to fifties. */
export function mostClicks(): number {
  let rate = 0;
  while ((rate + 50) * simulateClicks(rate + 50).units <= PARTITION) rate += 50;
  return rate;
}
