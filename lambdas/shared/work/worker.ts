import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { Deadline, RemainingTime } from "../deadline.ts";
import { ANSWER_MARGIN_MS, deadlineBefore } from "../deadline.ts";
import type { Environment, EnvironmentContract } from "../env.ts";
import { readEnvironment } from "../env.ts";
import { lazy } from "../lazy.ts";
import { errorFields, log } from "../log.ts";
import { faultOf } from "./fault.ts";
import { ATTEMPTS_USED_UP, AttemptsExhausted, Discard, PoisonMessage, RetryLater } from "./message-outcome.ts";
import type { Visibility } from "./queue.ts";
import { queueClient, queueVisibility } from "./queue.ts";

/** A message that was received from SQS, beside its body. */
export interface ReceivedMessage {
  /** SQS's receive count, from 1: the attempt number. A redriven message starts at 1 again. */
  readonly receiveCount: number;
  readonly messageId: string;
  readonly correlationId: string;
}

/** What happens to a message whose work was given up: it is returned so that SQS dead-letters it, or deleted. */
export type GiveUpResult = "return_message" | "delete_message";

export interface GiveUpReason {
  /** A stable code in snake_case. */
  readonly code: string;
  /** Whether a retry of the same message may succeed: false only for `Discard`. */
  readonly retryable: boolean;
  readonly correlationId: string;
}

/** The services that every worker has in addition to the feature's own. */
export interface WorkerServices {
  readonly visibility: Visibility;
  /** The number of receives after which SQS dead-letters a message. */
  readonly maxReceiveCount: number;
}

/** The services that every worker needs. @param queueUrl of the queue whose messages the worker receives */
export function workerServices(env: { readonly MAX_RECEIVE_COUNT: number }, queueUrl: string): WorkerServices {
  return { visibility: queueVisibility(queueClient(), queueUrl), maxReceiveCount: env.MAX_RECEIVE_COUNT };
}

/** One queue's worker. */
export interface Worker<C extends EnvironmentContract, M extends z.ZodMiniType, S extends WorkerServices> {
  readonly environment: C;
  /** The schema of the messages; a message that does not match is poison. */
  readonly message: M;
  /** Creates the services: once a container, and again if that failed. */
  readonly services: (environment: Environment<C>) => S;
  /**
   * Processes one message: returns, or throws one of `RetryLater`, `Discard` and `PoisonMessage`; if it counts attempts
   * itself, also `AttemptsExhausted`.
   */
  readonly work: (message: z.output<M>, services: S, received: ReceivedMessage) => Promise<void>;
  /**
   * Marks the message's work item failed, under a condition, so that it may be called twice and late. Its argument is the
   * body as received (parsed JSON, or null), since it is called for poison messages, too.
   */
  readonly giveUp: (body: unknown, reason: GiveUpReason, services: S) => Promise<GiveUpResult>;
}

/** Wait in seconds after an unexpected error. */
const UNEXPECTED_ERROR_RETRY_SECONDS = 30;

/**
 * Milliseconds before Lambda's time-out at which unfinished messages are returned. Recording the failure then has until
 * `ANSWER_MARGIN_MS` before the time-out. If the function timed out instead, SQS would deliver the whole batch again,
 * finished messages included, and only after the queue's visibility time-out.
 */
const RETURN_MARGIN_MS = 3_000;

/**
 * Makes the Lambda handler of a worker. A batch runs concurrently; only the messages that failed are reported. A message
 * that is not done shortly before the function's time-out has failed like any other, with `DeadlinePassed`.
 */
export function sqsWorker<C extends EnvironmentContract, M extends z.ZodMiniType, S extends WorkerServices>(
  worker: Worker<C, M, S>,
) {
  const services = lazy(() => worker.services(readEnvironment(worker.environment)));

  return async (event: SQSEvent, context?: RemainingTime): Promise<SQSBatchResponse> => {
    const built = services();
    const deadlines = {
      work: deadlineBefore(context, RETURN_MARGIN_MS),
      settle: deadlineBefore(context, ANSWER_MARGIN_MS),
    };
    try {
      const failed = await Promise.all(
        event.Records.map(async (record) =>
          (await processRecord(worker, record, built, deadlines)) ? [] : [record.messageId],
        ),
      );
      return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
    } finally {
      deadlines.work.end();
      deadlines.settle.end();
    }
  };
}

/** When the processing of the batch ends, and when the handling of its failures ends. */
interface BatchDeadlines {
  readonly work: Deadline;
  readonly settle: Deadline;
}

/** @returns true when SQS must delete the message. Never throws: one message must not fail the others of its batch. */
async function processRecord<C extends EnvironmentContract, M extends z.ZodMiniType, S extends WorkerServices>(
  worker: Worker<C, M, S>,
  record: SQSRecord,
  services: S,
  deadlines: BatchDeadlines,
): Promise<boolean> {
  const received: ReceivedMessage = {
    receiveCount: Number(record.attributes.ApproximateReceiveCount),
    messageId: record.messageId,
    correlationId: record.messageAttributes.correlation_id?.stringValue ?? record.messageId,
  };
  const about = {
    queue: record.eventSourceARN.slice(record.eventSourceARN.lastIndexOf(":") + 1),
    message_id: received.messageId,
    correlation_id: received.correlationId,
    receive_count: received.receiveCount,
  };
  const started = performance.now();
  const body = parseJson(record.body);
  let thrown: unknown;
  try {
    if (received.receiveCount >= services.maxReceiveCount) throw new AttemptsExhausted();
    const message = validateMessage(worker.message, body);
    await deadlines.work.run(() => worker.work(message, services, received));
    log.info("message_done", { ...about, duration_ms: Math.round(performance.now() - started) });
    return true;
  } catch (error) {
    thrown = error;
  }
  let isDone = false;
  try {
    const failure = { record, body, thrown, received, services, about };
    isDone = await deadlines.settle.run(() => handleFailure(worker, failure));
  } catch (error) {
    // The table or the queue is unavailable. The message is received again after its visibility time-out.
    const fault = isLastAttempt(received, services) ? { fault: "ours" } : {};
    log.error("message_failure_not_recorded", { ...about, ...fault, ...errorFields(error) });
  }
  // Instead of receiving it once more, SQS moves it to the dead-letter queue.
  if (!isDone && received.receiveCount >= services.maxReceiveCount) log.warn("message_dead_lettered", about);
  return isDone;
}

interface Failure<S> {
  readonly record: SQSRecord;
  readonly body: unknown;
  readonly thrown: unknown;
  readonly received: ReceivedMessage;
  readonly services: S;
  readonly about: Readonly<Record<string, unknown>>;
}

async function handleFailure<C extends EnvironmentContract, M extends z.ZodMiniType, S extends WorkerServices>(
  worker: Worker<C, M, S>,
  { record, body, thrown, received, services, about }: Failure<S>,
): Promise<boolean> {
  const { correlationId } = received;
  if (thrown instanceof Discard) {
    log.warn("message_discarded", { ...about, code: thrown.code, ...causeOf(thrown) });
    await worker.giveUp(body, { code: thrown.code, retryable: false, correlationId }, services);
    return true;
  }
  const isLast = isLastAttempt(received, services);
  if ((isLast && thrown instanceof RetryLater) || thrown instanceof AttemptsExhausted) {
    const { code } = thrown;
    // The last failed attempt has logged its fault; "attempts_used_up" has none.
    const fault = code === ATTEMPTS_USED_UP ? {} : { fault: faultOf(code) };
    log.error("message_given_up", { ...about, code, ...fault, ...causeOf(thrown) });
    if ((await worker.giveUp(body, { code, retryable: true, correlationId }, services)) === "delete_message")
      return true;
    await services.visibility.change(record.receiptHandle, 0);
    return false;
  }
  if (thrown instanceof PoisonMessage) {
    log.error("message_not_understood", { ...about, code: thrown.code, fault: "ours", ...causeOf(thrown) });
    await worker.giveUp(body, { code: thrown.code, retryable: true, correlationId }, services);
    await services.visibility.change(record.receiptHandle, 0);
    return false;
  }
  const delay = thrown instanceof RetryLater ? thrown.delaySeconds : UNEXPECTED_ERROR_RETRY_SECONDS;
  if (thrown instanceof RetryLater) {
    log.warn("message_retried_later", { ...about, code: thrown.code, delay_seconds: delay, ...causeOf(thrown) });
  } else {
    const fault = isLast ? { fault: "ours" } : {};
    log.error("message_failed", { ...about, ...fault, delay_seconds: delay, ...errorFields(thrown) });
  }
  await services.visibility.change(record.receiptHandle, delay);
  return false;
}

/** One attempt less than receives: throttled pollers use up receives, too, and the last receive only gives up. */
function isLastAttempt({ receiveCount }: ReceivedMessage, { maxReceiveCount }: WorkerServices): boolean {
  return receiveCount === maxReceiveCount - 1;
}

function causeOf(thrown: unknown) {
  return thrown instanceof Error && thrown.cause !== undefined ? errorFields(thrown.cause) : {};
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The error is not lost: null matches no message schema, so that the message is poison.
    return null;
  }
}

function validateMessage<M extends z.ZodMiniType>(schema: M, body: unknown): z.output<M> {
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  throw new PoisonMessage("message_not_understood", { cause: result.error });
}
