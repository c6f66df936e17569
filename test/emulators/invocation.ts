import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { ResendQueue } from "../../lambdas/shared/work/backlog.ts";
import type { Queue } from "../../lambdas/shared/work/queue.ts";
import { lostAnswer } from "./aws-errors.ts";
import type { TestDynamo } from "./dynamo.ts";
import { interceptedClient } from "./intercepted-client.ts";

/**
 * Where an invocation is killed: at its n-th AWS call, either before the call is sent or when it took effect but was not
 * answered.
 */
export interface Death {
  /** From 1. */
  readonly call: number;
  readonly moment: "before" | "after";
}

/** The n-th AWS call takes effect and its response is lost: the invocation continues, and the SDK retries. */
export interface LostAnswer {
  /** From 1. */
  readonly call: number;
  readonly moment: "answer_lost";
}

/** One invocation of a function. Once it is killed, none of its code runs any more: no catch, no clean-up. */
export interface Invocation {
  /** Its client of the tables. */
  readonly client: DynamoDBDocumentClient;
  /** Its client of a queue. */
  queue<M>(queue: Pick<Queue<M>, "send"> & Partial<Queue<M> & ResendQueue<M>>): Queue<M> & ResendQueue<M>;
  /** Another call to AWS, which the SDK retries. */
  aws<T>(act: () => Promise<T>): Promise<T>;
  /** A request to an external site, counted as one of its calls, without retries. */
  outside<T>(act: () => Promise<T>): Promise<T>;
  /** The number of AWS calls and external requests so far, retries included. */
  calls(): number;
  /** @returns the invocation's result; "dead" when it was killed first */
  answer<T>(act: () => Promise<T>): Promise<T | "dead">;
}

/** @param fault null for an invocation that is not killed and loses no response */
export function invocation(dynamo: Pick<TestDynamo, "emulator">, fault: Death | LostAnswer | null): Invocation {
  let calls = 0;
  let isDead = false;
  const died = Promise.withResolvers<"dead">();

  // A killed process does not even handle an error: its call never returns.
  function die(): Promise<never> {
    isDead = true;
    died.resolve("dead");
    return new Promise(() => undefined);
  }

  async function call<T>(forward: () => Promise<T>): Promise<T> {
    if (isDead) return die();
    calls += 1;
    const isFaulty = calls === fault?.call;
    if (isFaulty && fault?.moment === "before") return die();
    const result = await forward();
    return isFaulty && fault?.moment === "after" ? die() : result;
  }

  const loses = () => calls === fault?.call && fault.moment === "answer_lost";

  /** A call with the SDK's retry. */
  async function aws<T>(act: () => Promise<T>): Promise<T> {
    const result = await call(act);
    return loses() ? call(act) : result;
  }

  return {
    client: interceptedClient(dynamo, async (_attempt, forward) => {
      const result = await call(forward);
      if (loses()) throw lostAnswer();
      return result;
    }),
    queue: (queue) => ({
      send: (message, correlationId, delaySeconds) => aws(() => queue.send(message, correlationId, delaySeconds)),
      // As `jsonQueue`: a call for every ten messages, and none without messages.
      async sendAll(outgoing, correlationId) {
        if (queue.sendAll === undefined) throw new Error("This queue takes one message at a time.");
        const sendBatch = queue.sendAll.bind(queue);
        const sent = [];
        for (let first = 0; first < outgoing.length; first += 10) {
          sent.push(await aws(() => sendBatch(outgoing.slice(first, first + 10), correlationId)));
        }
        const refused = sent.find(({ error }) => error !== null);
        return { unsent: sent.flatMap(({ unsent }) => unsent), error: refused?.error ?? null };
      },
      backlog: () => aws(async () => (await queue.backlog?.()) ?? "none"),
    }),
    aws,
    outside: call,
    calls: () => calls,
    answer: (act) => Promise.race([act(), died.promise]),
  };
}
