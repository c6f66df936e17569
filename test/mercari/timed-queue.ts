import type { MercariMessage } from "../../lambdas/mercari/work/request-crawl.ts";
import type { CrawlWorld } from "./crawl-world.ts";
import { crawlWorker } from "./crawl-world.ts";

/** A queue whose messages are received when their visibility time-outs have ended by the test's clock. */
export interface TimedQueue {
  send(...messages: readonly MercariMessage[]): void;
  /** Has the worker receive messages, one after the other, until none is left. @param atMost receives */
  drain(atMost?: number): Promise<void>;
  /** How often each message was received, in the order of the first receives. */
  receives(): readonly number[];
}

/** A message and when it is visible, in milliseconds since the epoch. */
interface Waiting {
  readonly id: string;
  readonly message: MercariMessage;
  visibleAt: number;
}

/** A queue in a world, with one worker. */
export function timedQueue(world: CrawlWorld): TimedQueue {
  const worker = crawlWorker(world, world, { early: true });
  const waiting: Waiting[] = [];
  const received = new Map<string, number>();
  let ids = 0;
  return {
    send(...messages) {
      for (const message of messages) {
        ids += 1;
        waiting.push({ id: `timed-${ids}`, message, visibleAt: world.clock.now().getTime() });
      }
    },
    async drain(atMost = 1_000) {
      for (let left = atMost; left > 0; left -= 1) {
        const next = waiting.toSorted((one, other) => one.visibleAt - other.visibleAt)[0];
        if (next === undefined) return;
        world.clock.forward(Math.max(0, next.visibleAt - world.clock.now().getTime()));
        const count = (received.get(next.id) ?? 0) + 1;
        received.set(next.id, count);
        if (await worker.receive(next.message, count, next.id)) waiting.splice(waiting.indexOf(next), 1);
        else next.visibleAt = world.clock.now().getTime() + (worker.waits.at(-1) ?? 0) * 1_000;
      }
      if (waiting.length > 0 && atMost === 1_000) throw new Error(`${waiting.length} messages are left.`);
    },
    receives: () => [...received.values()],
  };
}
