import { setTimeout as pause } from "node:timers/promises";
import type { QueuesAnswer } from "../api-client.ts";

type Queues = QueuesAnswer["queues"];

/** Milliseconds in which fewer messages must be left than ever before: longer than the longest scaled back-off. */
const STUCK_MS = 90_000;
/** Milliseconds between two samples. */
const PAUSE_MS = 200;

/**
 * Waits until no queue has a message, for as long as their number goes down: a busy machine may take its time.
 *
 * @param look asks for all queues
 * @param stuckMs how long the number may stay where it is, in milliseconds
 * @returns the queues, empty
 * @throws Error when messages are left and none was processed for so long
 */
export async function untilDrained(look: () => Promise<Queues>, stuckMs = STUCK_MS): Promise<Queues> {
  let least = Number.POSITIVE_INFINITY;
  let leastSince = performance.now();
  for (;;) {
    const queues = await look();
    const left = queues.reduce((sum, { depth, in_flight }) => sum + depth + in_flight, 0);
    if (left === 0) return queues;
    if (left < least) {
      least = left;
      leastSince = performance.now();
    } else if (performance.now() - leastSince > stuckMs) {
      const full = queues.filter(({ depth, in_flight }) => depth + in_flight > 0);
      throw new Error(`Never fewer than ${least} messages for ${stuckMs} ms: ${JSON.stringify(full)}`);
    }
    await pause(PAUSE_MS);
  }
}
