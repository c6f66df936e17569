import { randomUUID } from "node:crypto";
import { nameOfArn } from "../template/identities.ts";
import { jsonAnswer, jsonError } from "./aws-endpoint.ts";
import type { EmulatorAnswer } from "./emulator-http.ts";
import type { SqsEmulator } from "./sqs-emulator.ts";

interface Move {
  readonly handle: string;
  readonly source: string;
  readonly target: string;
  readonly started: number;
  status: "RUNNING" | "COMPLETED" | "CANCELLED" | "FAILED";
  moved: number;
}

/** Redrives of dead letters: SQS's message move tasks, which the emulator lacks. */
export class MessageMoves {
  readonly #sqs: SqsEmulator;
  /** Dead-letter queue to the queues it serves, by physical name. */
  readonly #sourcesOf: ReadonlyMap<string, readonly string[]>;
  readonly #moves: Move[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(sqs: SqsEmulator, sourcesOf: ReadonlyMap<string, readonly string[]>) {
    this.#sqs = sqs;
    this.#sourcesOf = sourcesOf;
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
    if (!this.#sourcesOf.has(nameOfArn(source))) {
      return jsonError(400, "InvalidParameterValue", "Source queue must be configured as a Dead Letter Queue.");
    }
    return operation === "ListMessageMoveTasks" ? this.#list(source) : this.#start(source, input);
  }

  /** Waits until no move is running. */
  async settle(): Promise<void> {
    for (const move of this.#moves) if (move.status === "RUNNING") move.status = "CANCELLED";
    await Promise.all(this.#running);
  }

  #start(source: string, input: Readonly<Record<string, unknown>>): EmulatorAnswer {
    if (this.#moves.some((move) => move.source === source && move.status === "RUNNING")) {
      return jsonError(
        400,
        "UnsupportedOperation",
        "There is already a task running. Only one active task is allowed for a source queue.",
      );
    }
    const target = this.targetOf(source, input.DestinationArn as string | undefined);
    if (target === undefined) return jsonError(400, "InvalidParameterValue", "The destination queue is not known.");
    const move: Move = { handle: randomUUID(), source, target, started: Date.now(), status: "RUNNING", moved: 0 };
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
        const messages = await this.#sqs.receive(source, 10, 0, 30);
        if (messages.length === 0) break;
        for (const message of messages) {
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
