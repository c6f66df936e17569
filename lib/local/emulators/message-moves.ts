import { randomUUID } from "node:crypto";
import { arn, nameOfArn } from "../template/identities.ts";
import { jsonAnswer, jsonError } from "./aws-endpoint.ts";
import type { EmulatorAnswer } from "./emulator-http.ts";
import type { SqsEmulator } from "./sqs-emulator.ts";

interface Move {
  readonly handle: string;
  readonly source: string;
  readonly target: string;
  /** The largest number of messages to move in a second; undefined for any. */
  readonly perSecond: number | undefined;
  readonly started: number;
  status: "RUNNING" | "COMPLETED" | "CANCELLED" | "FAILED";
  moved: number;
}

/** The largest number of messages per second that a task may ask for. */
const MOST_PER_SECOND = 500;

/** Redrives of dead letters: SQS's message move tasks, which the emulator lacks. */
export class MessageMoves {
  readonly #sqs: SqsEmulator;
  /** Dead-letter queue to the queues it serves, by physical name. */
  readonly #sourcesOf: ReadonlyMap<string, readonly string[]>;
  readonly #pause: (seconds: number) => Promise<unknown>;
  readonly #moves: Move[] = [];
  readonly #running = new Set<Promise<void>>();

  /** @param pause waits between two messages of a task that asks for a number per second */
  constructor(
    sqs: SqsEmulator,
    sourcesOf: ReadonlyMap<string, readonly string[]>,
    pause: (seconds: number) => Promise<unknown>,
  ) {
    this.#sqs = sqs;
    this.#sourcesOf = sourcesOf;
    this.#pause = pause;
  }

  /** The URLs of the queues of which a queue takes the dead letters; undefined for an unknown queue. */
  sourceUrls(queue: string): readonly string[] | undefined {
    if (!this.#sqs.has(queue)) return undefined;
    return (this.#sourcesOf.get(queue) ?? []).map((source) => this.#sqs.url(source));
  }

  /** The source queue of a dead-letter queue; undefined where it is ambiguous for SQS, too. */
  targetOf(sourceArn: string, destinationArn: string | undefined): string | undefined {
    const sources = this.#sourcesOf.get(nameOfArn(sourceArn)) ?? [];
    return destinationArn === undefined ? sources[0] : nameOfArn(destinationArn);
  }

  /** Answers one of the three operations on moves. */
  answer(operation: string, input: Readonly<Record<string, unknown>>): EmulatorAnswer {
    if (operation === "CancelMessageMoveTask") return this.#cancel(String(input.TaskHandle));
    const source = String(input.SourceArn);
    if (!this.#isQueue(source)) return unknownQueue("SourceArn");
    if (!this.#sourcesOf.has(nameOfArn(source))) {
      return jsonError(400, "InvalidParameterValue", "Source queue must be configured as a Dead Letter Queue.");
    }
    return operation === "ListMessageMoveTasks" ? this.#list(source) : this.#start(source, input);
  }

  async settle(): Promise<void> {
    for (const move of this.#moves) if (move.status === "RUNNING") move.status = "CANCELLED";
    await Promise.all(this.#running);
  }

  #isQueue(queueArn: string): boolean {
    const name = nameOfArn(queueArn);
    return queueArn === arn("sqs", name) && this.#sqs.has(name);
  }

  #start(source: string, input: Readonly<Record<string, unknown>>): EmulatorAnswer {
    if (this.#moves.some((move) => move.source === source && move.status === "RUNNING")) {
      return jsonError(
        400,
        "UnsupportedOperation",
        "There is already a task running. Only one active task is allowed for a source queue.",
      );
    }
    const destination = input.DestinationArn as string | undefined;
    const target = this.targetOf(source, destination);
    if (target === undefined || (destination !== undefined && !this.#isQueue(destination))) {
      return unknownQueue("DestinationArn");
    }
    const perSecond = input.MaxNumberOfMessagesPerSecond as number | undefined;
    if (perSecond !== undefined && !(Number.isInteger(perSecond) && perSecond >= 1 && perSecond <= MOST_PER_SECOND)) {
      return jsonError(
        400,
        "InvalidParameterValue",
        `MaxNumberOfMessagesPerSecond must be a whole number from 1 to ${MOST_PER_SECOND}.`,
      );
    }
    const started = Date.now();
    const move: Move = { handle: randomUUID(), source, target, perSecond, started, status: "RUNNING", moved: 0 };
    this.#moves.unshift(move);
    const run = this.#run(move).finally(() => this.#running.delete(run));
    this.#running.add(run);
    return jsonAnswer({ TaskHandle: move.handle });
  }

  #list(source: string): EmulatorAnswer {
    return jsonAnswer({
      Results: this.#moves
        .filter((move) => move.source === source)
        .slice(0, 10)
        .map((move) => ({
          ...(move.status === "RUNNING" ? { TaskHandle: move.handle } : {}),
          Status: move.status,
          SourceArn: move.source,
          ...(move.perSecond === undefined ? {} : { MaxNumberOfMessagesPerSecond: move.perSecond }),
          ApproximateNumberOfMessagesMoved: move.moved,
          StartedTimestamp: move.started,
        })),
    });
  }

  #cancel(handle: string): EmulatorAnswer {
    const move = this.#moves.find((candidate) => candidate.handle === handle && candidate.status === "RUNNING");
    if (move === undefined) return jsonError(404, "ResourceNotFoundException", "There is no such running task.");
    move.status = "CANCELLED";
    return jsonAnswer({ ApproximateNumberOfMessagesMoved: move.moved });
  }

  /** Sent before deleted: a kill in between moves a message twice, never loses it. */
  async #run(move: Move): Promise<void> {
    const source = nameOfArn(move.source);
    try {
      while (move.status === "RUNNING") {
        // The time-out must hold until the last of the messages is moved, at one message per second at the slowest.
        const messages = await this.#sqs.receive(source, 10, 0, 30);
        if (messages.length === 0) break;
        for (const message of messages) {
          if (move.perSecond !== undefined && move.moved > 0) await this.#pause(1 / move.perSecond);
          if (move.status !== "RUNNING") return;
          await this.#sqs.call("SendMessage", {
            QueueUrl: this.#sqs.url(move.target),
            MessageBody: message.Body,
            ...(message.MessageAttributes === undefined ? {} : { MessageAttributes: message.MessageAttributes }),
          });
          await this.#sqs.delete(source, message.ReceiptHandle);
          move.moved += 1;
        }
      }
      if (move.status === "RUNNING") move.status = "COMPLETED";
    } catch (error) {
      move.status = "FAILED";
      console.error(
        `local SQS: moving messages of ${source} failed: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
}

function unknownQueue(parameter: "SourceArn" | "DestinationArn"): EmulatorAnswer {
  const message = `The resource that you specified for the ${parameter} parameter doesn't exist.`;
  return jsonError(404, "ResourceNotFoundException", message);
}
