import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Outgoing } from "../../lambdas/shared/work/queue.ts";
import { CalledQueue } from "../emulators/called-queue.ts";
import { receiptOf, sqsEvent } from "../emulators/sqs-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { Actors } from "./actor.ts";

const DAY = 24 * 60 * MINUTE;
/** How long SQS keeps a message, in milliseconds (lib/constructs/queue-worker.ts). */
const KEPT = { queue: 4 * DAY, deadLetters: 14 * DAY };

interface StoredMessage {
  readonly id: string;
  readonly body: string;
  readonly correlationId: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  visibleAt: number;
  receives: number;
  /** SQS may deliver a message again after its deletion. */
  isDeleted: boolean;
  isDeadLetter: boolean;
}

export interface HistoryQueueProps {
  readonly maxReceiveCount: number;
  /** Milliseconds. */
  readonly visibilityTimeout: number;
}

/** A queue with its dead-letter queue as SQS's guide describes them: deliveries at least once, in any order. */
export class HistoryQueue<M> extends CalledQueue<M> {
  readonly #actors: Actors;
  readonly #clock: TestClock;
  readonly #props: HistoryQueueProps;
  #messages: StoredMessage[] = [];
  #sent = 0;

  constructor(actors: Actors, clock: TestClock, props: HistoryQueueProps) {
    super();
    this.#actors = actors;
    this.#clock = clock;
    this.#props = props;
  }

  protected call(_operation: string, act: () => Promise<void>): Promise<void> {
    return this.#actors.call(act);
  }

  protected hide(receipt: string, seconds: number): void {
    const message = this.#messages.find(({ id }) => receiptOf(id) === receipt);
    if (message !== undefined) message.visibleAt = this.#now() + seconds * 1_000;
  }

  protected accept({ message, delaySeconds = 0 }: Outgoing<M>, correlationId: string): void {
    this.#sent += 1;
    this.#messages.push({
      id: `message-${this.#sent}`,
      body: JSON.stringify(message),
      correlationId,
      sentAt: this.#now(),
      visibleAt: this.#now() + delaySeconds * 1_000,
      receives: 0,
      isDeleted: false,
      isDeadLetter: false,
    });
  }

  protected isAnyVisible(): boolean {
    this.#expire();
    return this.#messages.some(
      ({ isDeleted, isDeadLetter, visibleAt }) => !isDeleted && !isDeadLetter && visibleAt <= this.#now(),
    );
  }

  /**
   * Delivers a message to a worker; none if the queue has none that may be received.
   *
   * @param pick which message, modulo their number
   * @param again whether a deleted message, or one that is being processed, may be delivered
   */
  async deliver(
    pick: number,
    again: boolean,
    handler: (event: SQSEvent) => Promise<SQSBatchResponse>,
  ): Promise<SQSBatchResponse | null> {
    this.#expire();
    const candidates = this.#messages.filter(
      ({ isDeadLetter, isDeleted, visibleAt }) => !isDeadLetter && (again || (!isDeleted && visibleAt <= this.#now())),
    );
    const message = candidates[pick % candidates.length];
    if (message === undefined) return null;
    if (message.receives >= this.#props.maxReceiveCount) {
      message.isDeadLetter = !message.isDeleted;
      return null;
    }
    message.receives += 1;
    message.visibleAt = this.#now() + this.#props.visibilityTimeout;
    const { id, body, correlationId, receives } = message;
    const response = await handler(sqsEvent({ id, body, correlationId, receiveCount: receives }));
    if (response.batchItemFailures.length === 0) message.isDeleted = true;
    return response;
  }

  /** Moves every dead-letter message back, as the console's redrive does: with a new id and no receives. */
  redrive(): void {
    this.#expire();
    for (const message of this.#messages.filter(({ isDeadLetter }) => isDeadLetter)) {
      this.#sent += 1;
      const again = { id: `message-${this.#sent}`, sentAt: this.#now(), visibleAt: this.#now(), receives: 0 };
      this.#messages.push({ ...message, ...again, isDeadLetter: false });
      message.isDeadLetter = false;
      message.isDeleted = true;
    }
  }

  /** Loses every message. */
  lose(): void {
    this.#messages = this.#messages.filter(({ isDeadLetter }) => isDeadLetter);
  }

  /** The number of messages that are not deleted and no dead letters. */
  depth(): number {
    this.#expire();
    return this.#messages.filter(({ isDeleted, isDeadLetter }) => !isDeleted && !isDeadLetter).length;
  }

  /** The bodies of the dead-letter messages. */
  deadLetters(): readonly M[] {
    this.#expire();
    return this.#messages.filter(({ isDeadLetter }) => isDeadLetter).map(({ body }) => JSON.parse(body) as M);
  }

  #expire(): void {
    this.#messages = this.#messages.filter(
      ({ sentAt, isDeadLetter }) => this.#now() - sentAt < (isDeadLetter ? KEPT.deadLetters : KEPT.queue),
    );
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
