import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Queue } from "../../lambdas/shared/work/queue.ts";
import type { TestDynamo } from "./dynamo.ts";
import { interceptedClient } from "./intercepted-client.ts";

/** Where an invocation dies: at its n-th AWS call, just before that is sent or when it is done but not answered yet. */
export interface Death {
  /** From 1. */
  readonly call: number;
  readonly moment: "before" | "after";
}

/** One invocation of a function. Once it has died nothing of it happens any more: no catch, no clean-up. */
export interface Invocation {
  /** Its client to the tables. */
  readonly client: DynamoDBDocumentClient;
  /** Its way to a queue. */
  queue<M>(queue: Queue<M>): Queue<M>;
  /** @returns what the invocation answers; "dead" when it died first */
  answer<T>(act: () => Promise<T>): Promise<T | "dead">;
}

/** @param death null for one that lives */
export function invocation(dynamo: Pick<TestDynamo, "emulator">, death: Death | null): Invocation {
  let calls = 0;
  let isDead = false;
  const died = Promise.withResolvers<"dead">();

  // A killed process goes on with nothing, not even with the handling of an error: its call never returns.
  function die(): Promise<never> {
    isDead = true;
    died.resolve("dead");
    return new Promise(() => undefined);
  }

  async function call<T>(forward: () => Promise<T>): Promise<T> {
    if (isDead) return die();
    calls += 1;
    const dies = calls === death?.call;
    if (dies && death?.moment === "before") return die();
    const result = await forward();
    return dies ? die() : result;
  }

  return {
    client: interceptedClient(dynamo, (_attempt, forward) => call(forward)),
    queue: (queue) => ({
      send: (message, correlationId, delaySeconds) => call(() => queue.send(message, correlationId, delaySeconds)),
    }),
    answer: (act) => Promise.race([act(), died.promise]),
  };
}
