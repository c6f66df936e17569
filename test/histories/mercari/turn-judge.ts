import { PAUSE_MS } from "../../../lambdas/mercari/fetch/host-turn.ts";

/** A request to Mercari. */
export interface SentRequest {
  readonly isRobots: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether a long time may have passed in its step, so that a lease expired that its holder renews. */
  readonly isTimePassing: boolean;
}

/** @throws Error if a page was requested too soon after another one. A turn may request robots.txt before its page. */
export function judgeTurns(requests: readonly SentRequest[]): void {
  requests.forEach((request, index) => {
    const before = requests[index - 1];
    if (before === undefined || before.isRobots || request.isTimePassing) return;
    if (request.at - before.at < PAUSE_MS)
      throw new Error(`Two pages were requested ${request.at - before.at} ms apart.`);
  });
}
