import { setTimeout as pause } from "node:timers/promises";
import type { QueuesAnswer } from "../api-client.ts";

type Queues = QueuesAnswer["queues"];

/** Milliseconds within which the number of messages must fall: longer than the longest scaled back-off. */
const STUCK_MS = 300_000;
/** Milliseconds between the first two samples, and between late ones: a sample asks for every queue. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 1_000;
/** Factor between two pauses. */
const GROWTH = 1.2;

/**
 * Waits until no queue has a message, as long as their number falls: a busy machine may be slow.
 *
 * @param readQueues reads all queues
 * @param stuckMs how long the number may stay the same, in milliseconds
 * @returns the queues, empty
 * @throws Error when messages are left and none was processed for this long
 */
export async function untilDrained(readQueues: () => Promise<Queues>, stuckMs = STUCK_MS): Promise<Queues> {
  let least = Number.POSITIVE_INFINITY;
  let leastSince = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
    const queues = await readQueues();
    const left = queues.reduce((sum, { depth, in_flight }) => sum + depth + in_flight, 0);
    if (left === 0) return queues;
    if (left < least) {
      least = left;
      leastSince = performance.now();
    } else if (performance.now() - leastSince > stuckMs) {
      const full = queues.filter(({ depth, in_flight }) => depth + in_flight > 0);
      throw new Error(`Never fewer than ${least} messages for ${stuckMs} ms: ${JSON.stringify(full)}`);
    }
    await pause(pauseMs);
  }
}
