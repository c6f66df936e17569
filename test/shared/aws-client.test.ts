import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CallLimits } from "../../lambdas/shared/aws-client.ts";
import { longestCallMs } from "../../lambdas/shared/aws-client.ts";
import { runBeforeDeadline } from "../../lambdas/shared/deadline.ts";
import { documentClient } from "../../lambdas/shared/table/table.ts";
import { queueClient } from "../../lambdas/shared/work/queue.ts";
import type { Behaviour } from "../emulators/faulty-aws.ts";
import { aws, faultyAwsOfEachTest } from "../emulators/faulty-aws.ts";

/** A fifth of a deployed client's time-out of an attempt; connecting may take as long as a busy machine needs. */
const LIMITS: CallLimits = { connectMs: 10_000, attemptMs: 400, attempts: 3 };

faultyAwsOfEachTest();
beforeEach(() => {
  aws.body = { Item: { id: { S: "7" } } };
});

const get = () => new GetCommand({ TableName: "rows", Key: { id: "7" } });

const FAULTS: Behaviour[] = ["silent", "stalls", "drips"];

describe.each(FAULTS)("a call whose response is %s", (fault) => {
  it("ends with a TimeoutError after all attempts", async () => {
    aws.behaviour = fault;
    await expect(documentClient(LIMITS).send(get())).rejects.toMatchObject({ name: "TimeoutError" });
    expect(aws.requests).toBe(3);
    await vi.waitUntil(() => aws.open.size === 0);
  });

  it("succeeds by the next attempt", async () => {
    aws.first.push(fault, fault);
    expect(await documentClient(LIMITS).send(get())).toMatchObject({ Item: { id: "7" } });
  });
});

it.each([
  [1, 10_000, 10_000],
  [2, 15_000, 31_000],
  [3, 2_000, 9_000],
])("a call of %i attempts of %i ms ends after %i ms, its waits included", (attempts, attemptMs, longest) => {
  expect(longestCallMs({ connectMs: 1_000, attemptMs, attempts })).toBe(longest);
});

it("repeats a call on a connection that is dead", async () => {
  aws.first.push("answers", "resets");
  const client = documentClient(LIMITS);
  await client.send(get());
  expect(await client.send(get())).toMatchObject({ Item: { id: "7" } });
  expect(aws.requests).toBe(3);
});

it("keeps no connection if there is no second attempt for a dead one", async () => {
  await documentClient(LIMITS).send(get());
  expect(aws.connection).toBe("keep-alive");
  await documentClient({ ...LIMITS, attempts: 1 }).send(get());
  expect(aws.connection).toBe("close");
});

it.each([
  ["tables", () => documentClient()],
  ["queues", () => queueClient()],
])("of %s has not the SDK's log, which copies each input and output", (_of, client) => {
  expect(client().middlewareStack.identify().join()).not.toContain("loggerMiddleware");
});

describe("the deadline of an invocation", () => {
  const long: CallLimits = { connectMs: 1_000, attemptMs: 60_000, attempts: 3 };
  const context = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });

  /** Runs work whose deadline passes as soon as the first request has arrived, however long it took on a busy machine. */
  async function pastDeadline(work: () => Promise<unknown>): Promise<void> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const arrived = aws.nextRequest();
    try {
      const passed = expect(runBeforeDeadline(context(150), work, 0)).rejects.toMatchObject({ name: "DeadlinePassed" });
      await arrived;
      vi.advanceTimersByTime(150);
      await passed;
    } finally {
      vi.useRealTimers();
    }
  }

  it.each(FAULTS)("aborts a call whose response is %s, and no attempt follows", async (fault) => {
    aws.behaviour = fault;
    const client = documentClient(long);
    await pastDeadline(() => client.send(get()));
    await vi.waitUntil(() => aws.open.size === 0);
    expect(aws.requests).toBe(1);
    aws.behaviour = "answers";
    expect(await runBeforeDeadline(context(10_000), () => client.send(get()))).toMatchObject({ Item: { id: "7" } });
    expect(aws.requests).toBe(2);
  });

  it("lets later work make no call", async () => {
    aws.behaviour = "silent";
    const client = documentClient(long);
    const later = Promise.withResolvers<unknown>();
    const work = async () => {
      await client.send(get()).catch(() => undefined);
      await client.send(get()).then(later.resolve, later.reject);
    };
    const aborted = expect(later.promise).rejects.toMatchObject({ name: "AbortError" });
    await pastDeadline(work);
    await aborted;
    expect(aws.requests).toBe(1);
  });

  it("also aborts work that is left running when the answer was ready", async () => {
    aws.behaviour = "silent";
    const client = documentClient(long);
    let left: Promise<unknown> | undefined;
    const answer = await runBeforeDeadline(context(10_000), async () => {
      left = client.send(get());
      left.catch(() => undefined);
      await vi.waitUntil(() => aws.open.size === 1);
      return "ready";
    });
    expect(answer).toBe("ready");
    await expect(left).rejects.toMatchObject({ name: "AbortError" });
  });

  it("keeps the caller's own signal", async () => {
    aws.behaviour = "silent";
    const client = documentClient(long);
    const own = new AbortController();
    const call = runBeforeDeadline(context(10_000), () => client.send(get(), { abortSignal: own.signal }));
    await vi.waitUntil(() => aws.open.size === 1);
    own.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });

  it("is shared by many concurrent calls", async () => {
    const warned = vi.fn();
    process.on("warning", warned);
    try {
      const client = documentClient(long);
      await runBeforeDeadline(context(10_000), () => Promise.all(Array.from({ length: 40 }, () => client.send(get()))));
      await new Promise((resolve) => setImmediate(resolve));
      expect(warned).not.toHaveBeenCalled();
    } finally {
      process.off("warning", warned);
    }
  });
});
