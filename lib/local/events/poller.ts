import { setTimeout as sleep } from "node:timers/promises";
import type { InFlight } from "../emulators/in-flight.ts";
import { groupAndAttributes } from "../emulators/message-groups.ts";
import type { ReceivedMessage, SqsEmulator } from "../emulators/sqs-emulator.ts";
import type { LocalFunction } from "../functions/local-function.ts";

export interface EventSource {
  /** The queue's physical name and ARN. */
  readonly queue: string;
  readonly queueArn: string;
  /** Seconds, unscaled. */
  readonly visibilityTimeout: number;
  readonly batchSize: number;
  /** Seconds, unscaled. */
  readonly batchingWindow: number;
  readonly maxConcurrency: number;
  readonly reportsPartialFailures: boolean;
  readonly function: LocalFunction;
}

export interface PollerOptions {
  readonly sqs: SqsEmulator;
  readonly inFlight: InFlight;
  readonly scale: number;
  readonly region: string;
}

/**
 * The initial visibility time-out in seconds, until the handle is on disk; a kill in between delays a message by this.
 */
const UNTIL_NOTED = 2;
/** Seconds of one long poll. */
const LONG_POLL = 5;

/** Moves messages from a queue to its function as Lambda's event source mapping does. */
export class Poller {
  readonly #source: EventSource;
  readonly #options: PollerOptions;
  readonly #batches = new Set<Promise<void>>();
  #stopped = false;

  constructor(source: EventSource, options: PollerOptions) {
    this.#source = source;
    this.#options = options;
  }

  start(): void {
    void this.#poll();
  }

  /** Receives no more messages. @param patience milliseconds that running batches get to end */
  async stop(patience: number): Promise<void> {
    this.#stopped = true;
    const gone = new AbortController();
    await Promise.race([Promise.all(this.#batches), sleep(patience, undefined, { signal: gone.signal, ref: false })]);
    gone.abort();
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (this.#batches.size >= this.#source.maxConcurrency) {
          await Promise.race(this.#batches);
          continue;
        }
        const messages = await this.#receiveBatch();
        // A message received after the stop is recorded as running, and the next start returns it to the queue.
        if (messages.length === 0 || this.#stopped) continue;
        const batch = this.#work(messages)
          .catch((error: unknown) => this.#report(error))
          .finally(() => this.#batches.delete(batch));
        this.#batches.add(batch);
      } catch (error) {
        if (this.#stopped) return;
        this.#report(error);
        await sleep(200);
      }
    }
  }

  /** The messages are received again after their visibility time-out; the log shows why. */
  #report(error: unknown): void {
    console.error(`poller of ${this.#source.queue}: ${error instanceof Error ? error.message : String(error)}`);
  }

  async #receiveBatch(): Promise<ReceivedMessage[]> {
    const { batchSize, batchingWindow } = this.#source;
    const messages = await this.#receive(Math.min(10, batchSize), LONG_POLL);
    const until = Date.now() + batchingWindow * 1_000 * this.#options.scale;
    while (messages.length > 0 && messages.length < batchSize && Date.now() < until && !this.#stopped) {
      messages.push(...(await this.#receive(Math.min(10, batchSize - messages.length), 0)));
      await sleep(5);
    }
    return messages;
  }

  /**
   * The handles are on disk before the messages get the full visibility time-out: a kill at any point leaves none
   * hidden.
   */
  async #receive(max: number, waitSeconds: number): Promise<ReceivedMessage[]> {
    const { sqs, inFlight } = this.#options;
    const { queue, visibilityTimeout } = this.#source;
    const messages = await sqs.receive(queue, max, waitSeconds, UNTIL_NOTED);
    inFlight.begin(
      queue,
      messages.map((message) => message.ReceiptHandle),
    );
    await Promise.all(messages.map((message) => sqs.hide(queue, message.ReceiptHandle, visibilityTimeout)));
    return messages;
  }

  async #work(messages: readonly ReceivedMessage[]): Promise<void> {
    const { sqs, inFlight, scale } = this.#options;
    const { queue, visibilityTimeout } = this.#source;
    const started = Date.now();
    const outcome = await this.#source.function.invoke(this.#event(messages), "event");
    // Ended by the runner's stop: still recorded as running, and returned to the queue by the next start, at once.
    if (!outcome.ok && this.#stopped) return;
    const failed = outcome.ok
      ? failedMessages(outcome.result, messages, this.#source.reportsPartialFailures)
      : new Set(messages.map((message) => message.MessageId));
    for (const message of messages) {
      if (!failed.has(message.MessageId)) {
        await sqs.delete(queue, message.ReceiptHandle);
        continue;
      }
      const elapsed = (Date.now() - started) / 1_000;
      const rest = inFlight.restOf(message.ReceiptHandle) ?? Math.max(0, visibilityTimeout * scale - elapsed);
      await sqs.hide(queue, message.ReceiptHandle, rest);
    }
    inFlight.end(messages.map((message) => message.ReceiptHandle));
  }

  #event(messages: readonly ReceivedMessage[]) {
    return {
      Records: messages.map((message) => {
        const { group, attributes } = groupAndAttributes(message.MessageAttributes ?? {});
        return {
          messageId: message.MessageId,
          receiptHandle: message.ReceiptHandle,
          body: message.Body,
          attributes: { ...message.Attributes, ...(group === undefined ? {} : { MessageGroupId: group }) },
          messageAttributes: Object.fromEntries(
            Object.entries(attributes).map(([name, value]) => [
              name,
              {
                dataType: value.DataType,
                stringValue: value.StringValue,
                binaryValue: value.BinaryValue,
                stringListValues: [],
                binaryListValues: [],
              },
            ]),
          ),
          md5OfBody: message.MD5OfBody,
          eventSource: "aws:sqs",
          eventSourceARN: this.#source.queueArn,
          awsRegion: this.#options.region,
        };
      }),
    };
  }
}

/** The messages that Lambda treats as failed: the reported ones; all of them when the report is invalid. */
function failedMessages(result: unknown, messages: readonly ReceivedMessage[], reports: boolean): Set<string> {
  if (!reports) return new Set();
  const failures = (result as { batchItemFailures?: { itemIdentifier?: unknown }[] | null } | null)?.batchItemFailures;
  const known = new Set(messages.map((message) => message.MessageId));
  const reported = (failures ?? []).map(({ itemIdentifier }) => String(itemIdentifier ?? ""));
  return reported.every((id) => known.has(id)) ? new Set(reported) : known;
}
