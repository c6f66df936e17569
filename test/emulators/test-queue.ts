import type { Queue } from "../../lambdas/shared/work/queue.ts";

/** A queue that keeps what it is sent; `failure` makes every send fail. */
export interface TestQueue<M> extends Queue<M> {
  readonly sent: { readonly message: M; readonly correlationId: string; readonly delaySeconds?: number }[];
  failure: Error | null;
}

export function testQueue<M>(): TestQueue<M> {
  const sent: TestQueue<M>["sent"] = [];
  return {
    sent,
    failure: null,
    async send(message, correlationId, delaySeconds) {
      if (this.failure !== null) throw this.failure;
      sent.push({ message, correlationId, ...(delaySeconds === undefined ? {} : { delaySeconds }) });
    },
    async sendAll(outgoing, correlationId) {
      for (const [index, { message, delaySeconds }] of outgoing.entries()) {
        try {
          await this.send(message, correlationId, delaySeconds);
        } catch (error) {
          return { unsent: outgoing.slice(index), error };
        }
      }
      return { unsent: [], error: null };
    },
  };
}

/** Ids in their order: `id-1`, `id-2`, … */
export function testIds(): () => string {
  let ids = 0;
  return () => {
    ids += 1;
    return `id-${ids}`;
  };
}
