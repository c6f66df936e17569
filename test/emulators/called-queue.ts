import type { Backlog } from "../../lambdas/shared/work/backlog.ts";
import type { Outgoing, Queue, Visibility } from "../../lambdas/shared/work/queue.ts";

/** Entries of one batch (SQS limit). */
const BATCH = 10;

/** A queue each of whose requests is a call that a test may break. A subclass says what becomes of the messages. */
export abstract class CalledQueue<M> implements Queue<M> {
  readonly visibility: Visibility = {
    change: (receipt, seconds) => this.call("ChangeMessageVisibility", async () => this.hide(receipt, seconds)),
  };

  send(message: M, correlationId: string, delaySeconds = 0): Promise<void> {
    return this.call("SendMessage", async () => this.accept({ message, delaySeconds }, correlationId));
  }

  async sendAll(outgoing: readonly Outgoing<M>[], correlationId: string) {
    for (let first = 0; first < outgoing.length; first += BATCH) {
      try {
        await this.call("SendMessageBatch", async () => {
          for (const entry of outgoing.slice(first, first + BATCH)) this.accept(entry, correlationId);
        });
      } catch (error) {
        return { unsent: outgoing.slice(first), error };
      }
    }
    return { unsent: [], error: null };
  }

  async backlog(): Promise<Backlog> {
    let visible = false;
    await this.call("GetQueueAttributes", async () => {
      visible = this.isAnyVisible();
    });
    return visible ? "moving" : "none";
  }

  /** Makes a call with the SDK's attempts. @param operation as AWS names it */
  protected abstract call(operation: string, act: () => Promise<void>): Promise<void>;

  /** Stores a message. */
  protected abstract accept(entry: Outgoing<M>, correlationId: string): void;

  /** Whether a message may be received. */
  protected abstract isAnyVisible(): boolean;

  /** Hides a message that was received for a time in seconds. */
  protected abstract hide(receipt: string, seconds: number): void;
}
