import type { Backlog } from "../../lambdas/shared/work/backlog.ts";
import type { Outgoing, Queue, Visibility } from "../../lambdas/shared/work/queue.ts";

/**
 * A queue that records its messages. `failure` makes every send fail; a `send` that a test replaces is called for each entry
 * of a batch, as in SQS. `batches` counts the entries of each call of `sendAll`.
 */
export interface TestQueue<M> extends Queue<M> {
  readonly sent: { readonly message: M; readonly correlationId: string; readonly delaySeconds?: number }[];
  readonly batches: number[];
  failure: Error | null;
  /** What reconcile is told about messages that wait; "none" by default, although nothing is received. */
  waiting: Backlog;
  backlog(): Promise<Backlog>;
}

export function testQueue<M>(): TestQueue<M> {
  const sent: TestQueue<M>["sent"] = [];
  return {
    sent,
    batches: [],
    failure: null,
    waiting: "none",
    async backlog() {
      return this.waiting;
    },
    async send(message, correlationId, delaySeconds) {
      if (this.failure !== null) throw this.failure;
      sent.push({ message, correlationId, ...(delaySeconds === undefined ? {} : { delaySeconds }) });
    },
    async sendAll(outgoing, correlationId) {
      this.batches.push(outgoing.length);
      const unsent: Outgoing<M>[] = [];
      let refusal: unknown = null;
      for (const entry of outgoing) {
        try {
          await this.send(entry.message, correlationId, entry.delaySeconds);
        } catch (error) {
          unsent.push(entry);
          refusal ??= error;
        }
      }
      return { unsent, error: refusal };
    },
  };
}

/** Ids in order: `id-1`, `id-2`, … */
export function testIds(): () => string {
  let ids = 0;
  return () => {
    ids += 1;
    return `id-${ids}`;
  };
}

/** The visibility of messages whose every change is noted, in seconds. */
export const notedVisibility = (waits: number[]): Visibility => ({
  change: async (_receipt, seconds) => void waits.push(seconds),
});
