import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { text } from "../../../lambdas/shared/env.ts";
import { AttemptsExhausted, Discard, PoisonMessage, RetryLater } from "../../../lambdas/shared/work/message-outcome.ts";
import { sampleBatch } from "../../../lambdas/shared/work/sample-batch.ts";
import type { GiveUpReason, GiveUpResult, ReceivedMessage as Received } from "../../../lambdas/shared/work/worker.ts";
import { sqsWorker, workerServices } from "../../../lambdas/shared/work/worker.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import type { ReceivedMessage } from "../../emulators/sqs-event.ts";
import { receiptOf, sqsEvent } from "../../emulators/sqs-event.ts";

const MAX_RECEIVES = 5;
const log = capturedLog();

interface Fakes {
  readonly work?: (name: string, received: Received) => Promise<void> | void;
  readonly giveUp?: (body: unknown, reason: GiveUpReason) => Promise<GiveUpResult> | GiveUpResult;
  readonly changeVisibility?: () => Promise<void>;
}

/** A worker whose effects are recorded in order. */
function worker({ work, giveUp, changeVisibility }: Fakes = {}) {
  const worked: string[] = [];
  const givenUp: { body: unknown; code: string }[] = [];
  const visibility: { receipt: string; seconds: number }[] = [];
  const effects: string[] = [];
  const handler = sqsWorker({
    environment: {},
    message: z.object({ name: z.string() }),
    services: () => ({
      maxReceiveCount: MAX_RECEIVES,
      visibility: {
        async change(receipt: string, seconds: number) {
          effects.push("visibility");
          visibility.push({ receipt, seconds });
          await changeVisibility?.();
        },
      },
    }),
    async work(message, _services, received) {
      effects.push("work");
      worked.push(message.name);
      await work?.(message.name, received);
    },
    async giveUp(body, reason) {
      effects.push("give up");
      givenUp.push({ body, code: reason.code });
      return (await giveUp?.(body, reason)) ?? "return_message";
    },
  });
  return {
    worked,
    givenUp,
    visibility,
    effects,
    /** @returns the ids of the messages that SQS keeps; it deletes all others */
    async receive(...messages: readonly ReceivedMessage[]): Promise<string[]> {
      const { batchItemFailures } = await handler(sqsEvent(...messages));
      return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    },
  };
}

/** A worker without an effect. */
const IDLE = {
  environment: {},
  message: z.object({}),
  services: () => ({ maxReceiveCount: MAX_RECEIVES, visibility: { change: async () => undefined } }),
  work: async () => undefined,
  giveUp: async () => "return_message" as const,
};

function throwing(error: unknown, more: Fakes = {}) {
  const work = () => {
    throw error;
  };
  return worker({ ...more, work });
}

const body = { name: "a" };
const receipt = receiptOf("message-1");

describe("a message that was processed", () => {
  it("is deleted, and has no other effect", async () => {
    const { receive, effects, worked } = worker();
    expect(await receive({ body })).toEqual([]);
    expect(effects).toEqual(["work"]);
    expect(worked).toEqual(["a"]);
  });

  it("is processed with its receive count and the correlation id of its cause", async () => {
    const receives: Received[] = [];
    const { receive } = worker({ work: (_name, received) => void receives.push(received) });
    await receive({ id: "m", body, receiveCount: 3, correlationId: "request-9" }, { id: "n", body });
    expect(receives).toEqual([
      { messageId: "m", receiveCount: 3, correlationId: "request-9" },
      { messageId: "n", receiveCount: 1, correlationId: "n" },
    ]);
    expect(log.lines("message_done")).toHaveLength(2);
  });
});

describe("RetryLater", () => {
  it.each([1, 2, 3])("keeps the message and sets its delay at receive %i", async (receiveCount) => {
    const { receive, visibility, givenUp } = throwing(new RetryLater("rate_limited", 120));
    expect(await receive({ body, receiveCount })).toEqual(["message-1"]);
    expect(visibility).toEqual([{ receipt, seconds: 120 }]);
    expect(givenUp).toEqual([]);
    expect(log.lines("message_retried_later")).toEqual([
      expect.objectContaining({ level: "WARN", code: "rate_limited", delay_seconds: 120, receive_count: receiveCount }),
    ]);
  });

  it("at the last receive but one uses up the attempts: the work item is given up, the message returned at once", async () => {
    const { receive, visibility, givenUp, effects } = throwing(new RetryLater("rate_limited", 120));
    expect(await receive({ body, receiveCount: MAX_RECEIVES - 1 })).toEqual(["message-1"]);
    expect(givenUp).toEqual([{ body, code: "rate_limited" }]);
    expect(visibility).toEqual([{ receipt, seconds: 0 }]);
    // The work item fails before the message can be received again.
    expect(effects).toEqual(["work", "give up", "visibility"]);
    expect(log.lines("message_given_up")).toEqual([expect.objectContaining({ level: "ERROR", code: "rate_limited" })]);
  });
});

describe("the last receive", () => {
  it.each([MAX_RECEIVES, MAX_RECEIVES + 1])(
    "only gives up, without processing, at receive %i",
    async (receiveCount) => {
      const { receive, visibility, givenUp, worked } = worker();
      expect(await receive({ body, receiveCount })).toEqual(["message-1"]);
      expect(worked).toEqual([]);
      expect(givenUp).toEqual([{ body, code: "attempts_used_up" }]);
      expect(visibility).toEqual([{ receipt, seconds: 0 }]);
    },
  );
});

describe("AttemptsExhausted", () => {
  it("of a worker that counts its attempts itself gives up the work item and returns the message at once", async () => {
    const { receive, visibility, givenUp } = throwing(new AttemptsExhausted());
    expect(await receive({ body, receiveCount: 2 })).toEqual(["message-1"]);
    expect(givenUp).toEqual([{ body, code: "attempts_used_up" }]);
    expect(visibility).toEqual([{ receipt, seconds: 0 }]);
    expect(log.lines("message_given_up")).toEqual([
      expect.objectContaining({ level: "ERROR", code: "attempts_used_up", receive_count: 2 }),
    ]);
    expect(log.lines("message_not_understood")).toEqual([]);
  });
});

it.each([
  ["its last attempt", new RetryLater("timeout", 20), MAX_RECEIVES - 1],
  ["its last receive", new Error("never thrown"), MAX_RECEIVES],
  ["the attempts that its worker counts", new AttemptsExhausted(), 2],
])("a message with nothing to redrive is deleted after %s", async (_what, thrown, receiveCount) => {
  const { receive, visibility, givenUp } = throwing(thrown, { giveUp: () => "delete_message" });
  expect(await receive({ body, receiveCount })).toEqual([]);
  expect(givenUp).toHaveLength(1);
  expect(visibility).toEqual([]);
});

describe("Discard", () => {
  it.each([1, 2, 3, 4])("gives up the work item and deletes the message, at receive %i", async (receiveCount) => {
    const { receive, visibility, givenUp } = throwing(new Discard("not_found"));
    expect(await receive({ body, receiveCount })).toEqual([]);
    expect(givenUp).toEqual([{ body, code: "not_found" }]);
    expect(visibility).toEqual([]);
    expect(log.lines("message_discarded")).toEqual([expect.objectContaining({ level: "WARN", code: "not_found" })]);
  });

  it("keeps the message when giving up failed, so that the work item does not stay pending", async () => {
    const { receive } = throwing(new Discard("not_found"), { giveUp: () => Promise.reject(new Error("table away")) });
    expect(await receive({ body })).toEqual(["message-1"]);
  });
});

describe("PoisonMessage", () => {
  it("gives up the work item and returns the message at once", async () => {
    const { receive, visibility, givenUp } = throwing(new PoisonMessage("unknown_kind"));
    expect(await receive({ body })).toEqual(["message-1"]);
    expect(givenUp).toEqual([{ body, code: "unknown_kind" }]);
    expect(visibility).toEqual([{ receipt, seconds: 0 }]);
    expect(log.lines("message_not_understood")).toEqual([
      expect.objectContaining({ level: "ERROR", code: "unknown_kind" }),
    ]);
  });

  it.each([
    { name: "that is not JSON", sent: "{", seen: null },
    { name: "that is empty", sent: "", seen: null },
    { name: "of another shape", sent: '{"name":7}', seen: { name: 7 } },
    { name: "that is a JSON text", sent: '"a"', seen: "a" },
  ])("is thrown for a message $name", async ({ sent, seen }) => {
    const { receive, visibility, givenUp, worked } = worker();
    expect(await receive({ body: sent })).toEqual(["message-1"]);
    expect(worked).toEqual([]);
    expect(givenUp).toEqual([{ body: seen, code: "message_not_understood" }]);
    expect(visibility).toEqual([{ receipt, seconds: 0 }]);
  });

  it("never has the message's body in the log", async () => {
    const { receive } = worker();
    await receive({ body: '{"name":["hush"]}' }, { id: "m2", body: "hush" }, { id: "m3", body: { hush: "hush" } });
    expect(log.lines("message_not_understood")).toHaveLength(3);
    expect(log.raw.join("\n")).not.toContain("hush");
  });
});

describe("a work item that is given up", () => {
  it.each([
    { thrown: new Discard("not_found"), receiveCount: 1, retryable: false },
    { thrown: new PoisonMessage("unknown_kind"), receiveCount: 1, retryable: true },
    { thrown: new RetryLater("rate_limited", 120), receiveCount: MAX_RECEIVES - 1, retryable: true },
    { thrown: new AttemptsExhausted(), receiveCount: 1, retryable: true },
  ])("after $thrown.name knows whether the same message may succeed: $retryable", async (given) => {
    const { thrown, receiveCount, retryable } = given;
    const reasons: GiveUpReason[] = [];
    const { receive } = throwing(thrown, {
      giveUp: (_body, reason) => {
        reasons.push(reason);
        return "return_message";
      },
    });
    await receive({ body, receiveCount, correlationId: "request-9" });
    expect(reasons).toEqual([{ code: thrown.code, retryable, correlationId: "request-9" }]);
  });

  it("is logged with the cause, and without one where there is none", async () => {
    await throwing(new RetryLater("rate_limited", 120, { cause: new Error("slow down") })).receive({ body });
    await throwing(new RetryLater("rate_limited", 120)).receive({ body });
    const [caused, uncaused] = log.lines("message_retried_later");
    expect(caused).toMatchObject({ error: "Error", error_message: "slow down" });
    expect(uncaused).not.toHaveProperty("error");
    await worker().receive({ body: '{"name":7}' });
    expect(log.lines("message_not_understood")).toMatchObject([{ error: expect.stringContaining("Zod") }]);
  });

  it("is named by its effect in every trace", () => {
    expect(String(new PoisonMessage("unknown_kind"))).toBe("PoisonMessage: unknown_kind");
    expect(String(new Discard("gone"))).toBe("Discard: gone");
  });
});

describe("an unexpected error", () => {
  it.each([1, 2, 3, 4])("is logged as an error and tried again, at receive %i", async (receiveCount) => {
    const { receive, visibility, givenUp } = throwing(new TypeError("a bug"));
    expect(await receive({ body, receiveCount })).toEqual(["message-1"]);
    expect(givenUp).toEqual([]);
    expect(visibility).toEqual([{ receipt, seconds: 30 }]);
    expect(log.lines("message_failed")).toEqual([
      expect.objectContaining({
        level: "ERROR",
        error: "TypeError",
        error_message: "a bug",
        stack: expect.any(String),
      }),
    ]);
  });

  it("may be a thrown value that is no error", async () => {
    expect(await throwing("a text").receive({ body })).toEqual(["message-1"]);
    expect(log.lines("message_failed")).toEqual([expect.objectContaining({ error: "a text" })]);
  });
});

describe("a batch", () => {
  const names = ["a", "b", "c", "d", "e"];
  const batch = names.map((name) => ({ id: name, body: { name } }));

  it.each([
    { name: "a retry", error: new RetryLater("timeout", 20), kept: ["c"] },
    { name: "poison", error: new PoisonMessage("unknown_kind"), kept: ["c"] },
    { name: "a bug", error: new Error("a bug"), kept: ["c"] },
    { name: "a permanent failure", error: new Discard("gone"), kept: [] },
  ])("of five with $name in it finishes the other four", async ({ error, kept }) => {
    const { receive, worked } = worker({
      work: (name) => {
        if (name === "c") throw error;
      },
    });
    expect(await receive(...batch)).toEqual(kept);
    expect(worked).toEqual(names);
  });

  it("finishes the others when a message's failure cannot be recorded", async () => {
    const { receive } = worker({
      work: (name) => {
        if (name === "c") throw new Discard("gone");
      },
      giveUp: () => Promise.reject(new Error("table away")),
    });
    expect(await receive(...batch)).toEqual(["c"]);
  });

  it("is processed concurrently", async () => {
    let atOnce = 0;
    const all = Promise.withResolvers<void>();
    const { receive } = worker({
      work: async () => {
        atOnce += 1;
        if (atOnce === names.length) all.resolve();
        await all.promise;
      },
    });
    expect(await receive(...batch)).toEqual([]);
  });
});

describe("a failure of the worker's own calls", () => {
  it.each([
    { name: "a retry", error: new RetryLater("timeout", 20), receiveCount: 1 },
    { name: "a bug", error: new Error("a bug"), receiveCount: 1 },
    { name: "poison", error: new PoisonMessage("unknown_kind"), receiveCount: 1 },
    { name: "used-up attempts", error: new RetryLater("timeout", 20), receiveCount: MAX_RECEIVES - 1 },
    { name: "the last receive", error: new Error("never thrown"), receiveCount: MAX_RECEIVES },
  ])("with the visibility after $name is reported as failed, not thrown", async ({ error, receiveCount }) => {
    const changeVisibility = () => Promise.reject(new Error("queue away"));
    const { receive } = throwing(error, { changeVisibility });
    expect(await receive({ body, receiveCount })).toEqual(["message-1"]);
    expect(log.lines("message_failure_not_recorded")).toEqual([
      expect.objectContaining({ level: "ERROR", error_message: "queue away" }),
    ]);
  });

  it.each([
    { name: "poison", error: new PoisonMessage("unknown_kind"), receiveCount: 1 },
    { name: "used-up attempts", error: new RetryLater("timeout", 20), receiveCount: MAX_RECEIVES - 1 },
    { name: "the last receive", error: new Error("never thrown"), receiveCount: MAX_RECEIVES },
  ])("with giving up after $name is reported as failed, not thrown", async ({ error, receiveCount }) => {
    const giveUp = () => Promise.reject(new Error("table away"));
    const { receive, visibility } = throwing(error, { giveUp });
    expect(await receive({ body, receiveCount })).toEqual(["message-1"]);
    // It is not returned at once: it is received again after its visibility time-out, when the table may respond.
    expect(visibility).toEqual([]);
    expect(log.lines("message_failure_not_recorded")).toEqual([
      expect.objectContaining({ error_message: "table away" }),
    ]);
  });
});

describe("a batch that is done", () => {
  it("leaves no timer of its deadlines in the container", async () => {
    vi.useFakeTimers();
    const handler = sqsWorker(IDLE);
    const sample = sampleBatch({ name: "a" });
    const done = await handler(sample.event(), { getRemainingTimeInMillis: () => 60_000 });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(sample.isDone(done)).toBe(true);
    expect(sample.isDone({ batchItemFailures: [{ itemIdentifier: "warm-up" }] })).toBe(false);
  });

  it("is logged with the milliseconds of each message", async () => {
    let now = 1_000;
    const time = vi.spyOn(performance, "now").mockImplementation(() => now);
    const work = () => {
      now += 250;
    };
    await worker({ work }).receive({ body, receiveCount: 2 });
    time.mockRestore();
    expect(log.lines("message_done")).toMatchObject([
      { message_id: "message-1", correlation_id: "message-1", receive_count: 2, duration_ms: 250 },
    ]);
  });
});

describe("the services", () => {
  it("know after how many receives a message is dead-lettered", () => {
    expect(workerServices({ MAX_RECEIVE_COUNT: 5 }, "https://sqs.example/queue").maxReceiveCount).toBe(5);
  });

  it("fail the whole batch when they cannot be built, and are built again for the next one", async () => {
    let builds = 0;
    const services = () => {
      builds += 1;
      if (builds === 1) throw new Error("no network yet");
      return IDLE.services();
    };
    const handler = sqsWorker({ ...IDLE, services });
    await expect(handler(sqsEvent({ body }))).rejects.toThrow("no network yet");
    expect(await handler(sqsEvent({ body }))).toEqual({ batchItemFailures: [] });
    expect(await handler(sqsEvent({ body }))).toEqual({ batchItemFailures: [] });
    expect(builds).toBe(2);
  });

  it("name every missing variable", async () => {
    const handler = sqsWorker({ ...IDLE, environment: { MAGPIE_TEST_TABLE: text, MAGPIE_TEST_QUEUE: text } });
    await expect(handler(sqsEvent({ body }))).rejects.toThrow(/MAGPIE_TEST_TABLE.*MAGPIE_TEST_QUEUE/);
  });
});
