import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Outgoing } from "../../lambdas/shared/work/queue.ts";
import { CalledQueue } from "../emulators/called-queue.ts";
import { receiptOf, sqsEvent } from "../emulators/sqs-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import type { Invocations } from "./invocations.ts";

export interface FaultQueueProps {
  /** As the template names the queue, without its stage. */
  readonly name: string;
  readonly maxReceiveCount: number;
  /** Milliseconds. */
  readonly visibilityTimeout: number;
}

interface QueuedMessage {
  readonly id: string;
  readonly body: string;
  readonly correlationId: string;
  receives: number;
  /** Epoch milliseconds. */
  visibleAt: number;
}

/** A queue with its worker and its dead letters. */
export class FaultQueue<M> extends CalledQueue<M> {
  /** The bodies of all messages that were ever accepted. */
  readonly accepted: string[] = [];
  readonly deadLetters: string[] = [];
  readonly name: string;
  /** Processes the queue's messages. */
  worker: (event: SQSEvent) => Promise<SQSBatchResponse> = async () => {
    throw new Error(`Queue ${this.name} has no worker.`);
  };
  /** Whether a message is received as soon as it is accepted, before the sender's next call. */
  isReceivedAtOnce = false;
  readonly #props: FaultQueueProps;
  readonly #invocations: Invocations;
  readonly #clock: TestClock;
  #messages: QueuedMessage[] = [];

  constructor(props: FaultQueueProps, invocations: Invocations, clock: TestClock) {
    super();
    this.name = props.name;
    this.#props = props;
    this.#invocations = invocations;
    this.#clock = clock;
  }

  protected async call(operation: string, act: () => Promise<void>): Promise<void> {
    const before = this.accepted.length;
    await this.#invocations.aws(`${operation} ${this.name}`, act);
    if (!this.isReceivedAtOnce || this.accepted.length === before) return;
    this.isReceivedAtOnce = false;
    await this.#invocations.apart(() => this.deliver());
    this.isReceivedAtOnce = true;
  }

  protected hide(receipt: string, seconds: number): void {
    for (const message of this.#messages)
      if (receiptOf(message.id) === receipt) message.visibleAt = this.#now() + seconds * 1_000;
  }

  protected accept({ message, delaySeconds = 0 }: Outgoing<M>, correlationId: string): void {
    const body = JSON.stringify(message);
    this.accepted.push(body);
    const id = `${this.name}-${this.accepted.length}`;
    this.#messages.push({ id, body, correlationId, receives: 0, visibleAt: this.#now() + delaySeconds * 1_000 });
  }

  protected isAnyVisible(): boolean {
    return this.#messages.some(({ visibleAt }) => visibleAt <= this.#now());
  }

  /** Lets the worker process the first visible message. @returns its response; null without a message */
  async deliver(): Promise<SQSBatchResponse | null> {
    const message = this.#messages.find(({ visibleAt }) => visibleAt <= this.#now());
    if (message === undefined) return null;
    message.receives += 1;
    message.visibleAt = this.#now() + this.#props.visibilityTimeout;
    const { id, body, correlationId, receives } = message;
    const response = await this.worker(sqsEvent({ id, body, correlationId, receiveCount: receives }));
    if (response.batchItemFailures.length === 0) this.#remove(message);
    return response;
  }

  /** Dead-letters the messages that used up their receives. */
  tidy(): void {
    for (const message of this.#messages.filter(({ receives }) => receives >= this.#props.maxReceiveCount)) {
      if (message.visibleAt > this.#now()) continue;
      this.#remove(message);
      this.deadLetters.push(message.body);
    }
  }

  /** Sets the receive count that the next delivery of each message follows. */
  receivedBefore(receives: number): void {
    for (const message of this.#messages) message.receives = receives;
  }

  /** Loses every message. */
  lose(): void {
    this.#messages = [];
  }

  depth(): number {
    return this.#messages.length;
  }

  #remove(message: QueuedMessage): void {
    this.#messages = this.#messages.filter((other) => other !== message);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
