import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { text } from "../../../lambdas/shared/env.ts";
import { AttemptsExhausted, Discard, PoisonMessage, RetryLater } from "../../../lambdas/shared/work/message-outcome.ts";
import { sampleBatch } from "../../../lambdas/shared/work/sample-batch.ts";
import type { GiveUpReason, GiveUpResult, ReceivedMessage as Received } from "../../../lambdas/shared/work/worker.ts";
import { sqsWorker, workerServices } from "../../../lambdas/shared/work/worker.ts";
import type { LogLine } from "../../emulators/captured-log.ts";
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
  const effects: (readonly unknown[])[] = [];
  const handler = sqsWorker({
    environment: {},
    message: z.object({ name: z.string() }),
    services: () => ({
      maxReceiveCount: MAX_RECEIVES,
      visibility: {
        async change(receipt: string, seconds: number) {
          effects.push(["visibility", receipt, seconds]);
          await changeVisibility?.();
        },
      },
    }),
    async work(message, _services, received) {
      effects.push(["work", message.name]);
      await work?.(message.name, received);
    },
    async giveUp(body, reason) {
      effects.push(["give up", body, reason]);
      return (await giveUp?.(body, reason)) ?? "return_message";
    },
  });
  return {
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
const message = { body, correlationId: "request-9" };
const work = ["work", "a"];
const visibleIn = (seconds: number) => ["visibility", receiptOf("message-1"), seconds];
const givenUp = (code: string, retryable = true, of: unknown = body) => [
  "give up",
  of,
  { code, retryable, correlationId: "request-9" },
];

describe("a message that was processed", () => {
  it("is deleted, and has no other effect", async () => {
    const { receive, effects } = worker();
    expect(await receive({ body })).toEqual([]);
    expect(effects).toEqual([work]);
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

describe("a message whose processing throws", () => {
  const bug = new TypeError("a bug");
  const failed = {
    message: "message_failed",
    level: "ERROR",
    error: "TypeError",
    error_message: "a bug",
    stack: expect.any(String),
  };
  const attemptsUsedUp = { message: "message_given_up", level: "ERROR", code: "attempts_used_up" };

  /** What is thrown, at which receives, the effects, and the line of the log. SQS keeps what becomes visible again. */
  const ends: readonly (readonly [thrown: Error, receives: readonly number[], effects: unknown[], line: LogLine])[] = [
    [
      new RetryLater("rate_limited", 120),
      [1, 2, 3],
      [work, visibleIn(120)],
      { message: "message_retried_later", level: "WARN", code: "rate_limited", delay_seconds: 120 },
    ],
    [
      // It uses up the attempts. The work item fails before the message can be received again.
      new RetryLater("rate_limited", 120),
      [MAX_RECEIVES - 1],
      [work, givenUp("rate_limited"), visibleIn(0)],
      { message: "message_given_up", level: "ERROR", code: "rate_limited", fault: "theirs" },
    ],
    [
      // The last receive only gives up.
      new Error("never thrown"),
      [MAX_RECEIVES, MAX_RECEIVES + 1],
      [givenUp("attempts_used_up"), visibleIn(0)],
      attemptsUsedUp,
    ],
    [new AttemptsExhausted(), [2], [work, givenUp("attempts_used_up"), visibleIn(0)], attemptsUsedUp],
    [
      new Discard("not_found"),
      [1, 2, 3, 4],
      [work, givenUp("not_found", false)],
      { message: "message_discarded", level: "WARN", code: "not_found" },
    ],
    [
      new PoisonMessage("unknown_kind"),
      [1],
      [work, givenUp("unknown_kind"), visibleIn(0)],
      { message: "message_not_understood", level: "ERROR", code: "unknown_kind", fault: "ours" },
    ],
    [bug, [1, 2, 3], [work, visibleIn(30)], failed],
    [bug, [MAX_RECEIVES - 1], [work, visibleIn(30)], { ...failed, fault: "ours" }],
  ];

  it.each(ends.flatMap(([thrown, receives, ...end]) => receives.map((receive) => [thrown, receive, ...end] as const)))(
    "%s at receive %i",
    async (thrown, receiveCount, expected, line) => {
      const { receive, effects } = throwing(thrown);
      const isKept = !(thrown instanceof Discard);
      expect(await receive({ ...message, receiveCount })).toEqual(isKept ? ["message-1"] : []);
      expect(effects).toEqual(expected);
      const [logged, ...others] = log.lines();
      expect(logged).toMatchObject({ ...line, receive_count: receiveCount });
      expect(logged?.fault).toBe(line.fault);
      expect(others.map(({ message }) => message)).toEqual(
        receiveCount < MAX_RECEIVES ? [] : ["message_dead_lettered"],
      );
    },
  );

  it.each([
    ["its last attempt", new RetryLater("timeout", 20), MAX_RECEIVES - 1, [work, givenUp("timeout")]],
    ["its last receive", new Error("never thrown"), MAX_RECEIVES, [givenUp("attempts_used_up")]],
    ["the attempts that its worker counts", new AttemptsExhausted(), 2, [work, givenUp("attempts_used_up")]],
  ])("is deleted after %s if it has nothing to redrive", async (_what, thrown, receiveCount, expected) => {
    const { receive, effects } = throwing(thrown, { giveUp: () => "delete_message" });
    expect(await receive({ ...message, receiveCount })).toEqual([]);
    expect(effects).toEqual(expected);
    expect(log.lines("message_dead_lettered")).toEqual([]);
  });

  it("may be a thrown value that is no error", async () => {
    expect(await throwing("a text").receive({ body })).toEqual(["message-1"]);
    expect(log.lines("message_failed")).toEqual([expect.objectContaining({ error: "a text" })]);
  });
});

describe("a message that is not understood", () => {
  it.each([
    { name: "that is not JSON", sent: "{", seen: null },
    { name: "that is empty", sent: "", seen: null },
    { name: "of another shape", sent: '{"name":7}', seen: { name: 7 } },
    { name: "that is a JSON text", sent: '"a"', seen: "a" },
  ])("is one $name", async ({ sent, seen }) => {
    const { receive, effects } = worker();
    expect(await receive({ ...message, body: sent })).toEqual(["message-1"]);
    expect(effects).toEqual([givenUp("message_not_understood", true, seen), visibleIn(0)]);
  });

  it("never has the message's body in the log", async () => {
    const { receive } = worker();
    await receive({ body: '{"name":["hush"]}' }, { id: "m2", body: "hush" }, { id: "m3", body: { hush: "hush" } });
    expect(log.lines("message_not_understood")).toHaveLength(3);
    expect(log.raw.join("\n")).not.toContain("hush");
  });
});

describe("a work item that is given up", () => {
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

describe("a batch", () => {
  const names = ["a", "b", "c", "d", "e"];
  const batch = names.map((name) => ({ id: name, body: { name } }));

  it.each([
    { name: "a retry", error: new RetryLater("timeout", 20), kept: ["c"] },
    { name: "poison", error: new PoisonMessage("unknown_kind"), kept: ["c"] },
    { name: "a bug", error: new Error("a bug"), kept: ["c"] },
    { name: "a permanent failure", error: new Discard("gone"), kept: [] },
  ])("of five with $name in it finishes the other four", async ({ error, kept }) => {
    const { receive, effects } = worker({
      work: (name) => {
        if (name === "c") throw error;
      },
    });
    expect(await receive(...batch)).toEqual(kept);
    expect(effects.filter(([what]) => what === "work")).toEqual(names.map((name) => ["work", name]));
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
    { name: "a permanent failure", error: new Discard("not_found"), receiveCount: 1 },
    { name: "poison", error: new PoisonMessage("unknown_kind"), receiveCount: 1 },
    { name: "used-up attempts", error: new RetryLater("timeout", 20), receiveCount: MAX_RECEIVES - 1 },
    { name: "the last receive", error: new Error("never thrown"), receiveCount: MAX_RECEIVES },
  ])("with giving up after $name is reported as failed, not thrown", async ({ error, receiveCount }) => {
    const giveUp = () => Promise.reject(new Error("table away"));
    const { receive, effects } = throwing(error, { giveUp });
    expect(await receive({ body, receiveCount })).toEqual(["message-1"]);
    // It is not returned at once: it is received again after its visibility time-out, when the table may respond.
    expect(effects.filter(([what]) => what === "visibility")).toEqual([]);
    expect(log.lines("message_failure_not_recorded")).toEqual([
      expect.objectContaining({ error_message: "table away" }),
    ]);
    expect(log.lines("message_dead_lettered")).toHaveLength(receiveCount < MAX_RECEIVES ? 0 : 1);
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
