import type { FauxqsServer } from "fauxqs";
import { ACCOUNT } from "../template/identities.ts";
import type { EmulatorAnswer } from "./emulator-http.ts";
import { send } from "./emulator-http.ts";
import { MessageGroups } from "./message-groups.ts";

export interface QueueDepth {
  readonly visible: number;
  readonly notVisible: number;
  readonly delayed: number;
  /** Age of the oldest message in seconds; undefined when no message counts. */
  readonly oldestAge: number | undefined;
}

/** A message as SQS returns it. */
export interface ReceivedMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody: string;
  readonly Attributes: Readonly<Record<string, string>>;
  readonly MessageAttributes?: Readonly<
    Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>
  >;
}

/** The emulator's error for a message that is no longer in flight. */
const GONE = /MessageNotInflight|ReceiptHandleIsInvalid|does not exist/;

/** From this receive on a message no longer counts for the age of the oldest. */
const LONG_RECEIVED = 3;

/**
 * The runner's own client of the SQS emulator: without permission checks and without scaled waits. Queues are
 * identified by their physical names.
 */
export class SqsEmulator {
  readonly port: number;
  readonly #server: FauxqsServer;
  readonly #groups: MessageGroups;

  constructor(server: FauxqsServer) {
    this.#server = server;
    this.#groups = new MessageGroups(server);
    this.port = server.port;
  }

  /** Any SQS call. @throws Error with the emulator's own message when it refuses */
  async call<T>(action: string, body: Readonly<Record<string, unknown>>): Promise<T> {
    const answer = await this.raw(action, JSON.stringify(body));
    const parsed = answer.body.length === 0 ? {} : JSON.parse(answer.body.toString());
    if (answer.status !== 200) throw new Error(`SQS ${action}: ${parsed.message ?? parsed.Message ?? answer.status}`);
    return parsed as T;
  }

  /** Any SQS call, with the raw answer. */
  async raw(action: string, body: string): Promise<EmulatorAnswer> {
    return send(this.port, "POST", "/", body, {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `AmazonSQS.${action}`,
    });
  }

  has(name: string): boolean {
    return this.#server.inspectQueue(name) !== undefined;
  }

  url(name: string): string {
    return `http://127.0.0.1:${this.port}/${ACCOUNT}/${name}`;
  }

  /**
   * Receives up to `max` messages, waiting up to `waitSeconds` for the first; their visibility time-out is
   * `hideSeconds`.
   */
  async receive(name: string, max: number, waitSeconds: number, hideSeconds: number): Promise<ReceivedMessage[]> {
    this.#groups.takeTurns(name, max);
    const { Messages = [] } = await this.call<{ Messages?: ReceivedMessage[] }>("ReceiveMessage", {
      QueueUrl: this.url(name),
      MaxNumberOfMessages: max,
      WaitTimeSeconds: waitSeconds,
      VisibilityTimeout: hideSeconds,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    });
    return Messages;
  }

  /**
   * Sets a received message's visibility time-out in seconds, fractions included; an expired handle is no error.
   *
   * Never for 0 seconds: the emulator then forgets the message's receive count on disk and loses it in memory. A
   * millisecond comes to the same.
   */
  async hide(name: string, receiptHandle: string, seconds: number): Promise<void> {
    const VisibilityTimeout = Math.max(seconds, 0.001);
    const input = { QueueUrl: this.url(name), ReceiptHandle: receiptHandle, VisibilityTimeout };
    const { status, body } = await this.raw("ChangeMessageVisibility", JSON.stringify(input));
    if (status !== 200 && !GONE.test(body.toString())) throw new Error(`SQS ChangeMessageVisibility: ${body}`);
  }

  async delete(name: string, receiptHandle: string): Promise<void> {
    await this.call("DeleteMessage", { QueueUrl: this.url(name), ReceiptHandle: receiptHandle });
  }

  /** Age in seconds of a queue's oldest message; undefined when the queue is empty. */
  oldestAge(name: string, now: number): number | undefined {
    const messages = this.#server.inspectQueue(name)?.messages;
    if (messages === undefined) return undefined;
    const all = [...messages.ready, ...messages.delayed, ...messages.inflight.map(({ message }) => message)];
    const oldest = Math.min(...all.map((message) => message.sentTimestamp));
    return Number.isFinite(oldest) ? Math.max(0, (now - oldest) / 1_000) : undefined;
  }

  /**
   * The contents of a queue, as its metrics: the age excludes messages received three times and more (SQS guide,
   * "Available CloudWatch metrics"). Undefined for a queue that does not exist.
   */
  depth(name: string, now: number): QueueDepth | undefined {
    const messages = this.#server.inspectQueue(name)?.messages;
    if (messages === undefined) return undefined;
    const hidden = messages.inflight.filter(({ visibilityDeadline }) => visibilityDeadline > now);
    const all = [...messages.ready, ...messages.delayed, ...messages.inflight.map(({ message }) => message)];
    const counted = all.filter(({ approximateReceiveCount }) => approximateReceiveCount < LONG_RECEIVED);
    const oldest = Math.min(...counted.map(({ sentTimestamp }) => sentTimestamp));
    return {
      visible: messages.ready.length + messages.inflight.length - hidden.length,
      notVisible: hidden.length,
      delayed: messages.delayed.length,
      oldestAge: Number.isFinite(oldest) ? Math.max(0, (now - oldest) / 1_000) : undefined,
    };
  }
}
