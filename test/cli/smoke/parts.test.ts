import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "vitest";
import { NetworkFailure } from "../../../client/magpie-error.ts";
import { ok, skipped } from "../../../lib/cli/doctor/check.ts";
import { dropDeadLetters } from "../../../lib/cli/smoke/dead-letters.ts";
import { countLeftovers, removeLeftovers } from "../../../lib/cli/smoke/leftovers.ts";
import { runSteps } from "../../../lib/cli/smoke/run-steps.ts";
import { waitingBy } from "../../../lib/cli/smoke/waiting-by.ts";
import { TestClock } from "../../client/test-clock.ts";
import { mockedClient } from "../doctor/stage.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";
import { stubbedSystem } from "./stubbed-system.ts";

const api = new StubbedApi();
const sqs = mockedClient(SQSClient);
beforeEach(() => void sqs.on(GetQueueUrlCommand).resolves({ QueueUrl: "https://sqs.example/q" }));

const message = (ReceiptHandle: string, Body = ReceiptHandle) => ({ ReceiptHandle, Body });
const none = new AbortController().signal;

describe("waiting", () => {
  it("asks each second, and once at the end", async () => {
    const clock = new TestClock({ skipping: true });
    let asked = 0;
    expect(
      await waitingBy(clock, none).until(async () => {
        asked += 1;
      }, 3_000),
    ).toBeUndefined();
    expect([asked, clock.waits]).toEqual([4, [1_000, 1_000, 1_000]]);
    expect(await waitingBy(clock, none).until(async () => 0, 0)).toBe(0);
  });

  it("ends when it is interrupted, without another request", async () => {
    const controller = new AbortController();
    const waiting = waitingBy(new TestClock({ skipping: true }), controller.signal);
    let asked = 0;
    const running = waiting.until(async (signal) => {
      expect(signal).toBe(controller.signal);
      asked += 1;
      controller.abort(new Error("Ctrl-C"));
    }, 3_000);
    await expect(running).rejects.toThrow("Ctrl-C");
    await expect(waiting.until(async () => 1, 3_000)).rejects.toThrow("Ctrl-C");
    expect(asked).toBe(1);
  });
});

describe("steps", () => {
  const clock = new TestClock({ skipping: true });
  const step = (name: string, run: () => Promise<ReturnType<typeof ok>>) => ({ name, run });

  it("are timed, and prove nothing when they are skipped", async () => {
    const steps = [
      step("one", async () => {
        await clock.sleep(1_234);
        return ok("Fine.");
      }),
      step("two", async () => skipped("Not made.", "Allow it.")),
    ];
    expect(await runSteps(steps, clock, none)).toEqual([
      { name: "one", status: "ok", found: "Fine.", remedy: null, took_ms: 1_234 },
      { name: "two", status: "fail", found: "Not made.", remedy: "Allow it.", took_ms: expect.any(Number) },
    ]);
  });

  it("that the API does not answer fail with its line, and others with their error", async () => {
    const silent = new NetworkFailure("connection", { attempts: 1, idempotencyKey: null });
    const { user } = stubbedSystem(api);
    const steps = [
      step("silent", () => Promise.reject(silent)),
      step("broken", () => Promise.reject(new Error("It fell over"))),
    ];
    expect(await runSteps(steps, clock, none, user.api)).toMatchObject([
      { status: "fail", found: user.api.whenSilent, remedy: "Run it again when that is repaired." },
      { status: "fail", found: "It fell over." },
    ]);
  });

  it("that are interrupted say so", async () => {
    const steps = [step("one", () => Promise.reject(new Error("aborted")))];
    expect(await runSteps(steps, clock, AbortSignal.abort())).toMatchObject([
      { status: "fail", found: "It was interrupted.", remedy: "Run it again." },
    ]);
  });
});

describe("dead letters", () => {
  const drop = (words: readonly string[], wait = 5) =>
    dropDeadLetters("oembed-fetch", new Set(words), wait, stubbedSystem(api));

  it("are deleted by their words, and the others are shown again at the end", async () => {
    sqs
      .on(ReceiveMessageCommand)
      .resolvesOnce({ Messages: [message("a", '{"stock":"s-1"}'), message("b", '{"stock":"s-2"}')] })
      .resolvesOnce({ Messages: [message("c", "of magpie-smoke")] })
      .resolves({});
    expect(await drop(["magpie-smoke", "s-1"])).toBe(2);
    expect(sqs.commandCalls(GetQueueUrlCommand)[0]?.args[0].input).toEqual({ QueueName: "prod-oembed-fetch-dlq" });
    expect(sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input)).toEqual(
      ["a", "c"].map((ReceiptHandle) => ({ QueueUrl: "https://sqs.example/q", ReceiptHandle })),
    );
    expect(sqs.calls().at(-1)?.args[0].input).toEqual({
      QueueUrl: "https://sqs.example/q",
      ReceiptHandle: "b",
      VisibilityTimeout: 0,
    });
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toHaveLength(1);
    const waits = sqs.commandCalls(ReceiveMessageCommand).map(({ args }) => args[0].input.WaitTimeSeconds);
    expect(waits).toEqual([5, 1, 1]);
  });

  it("of a queue that is never empty are looked at twenty times", async () => {
    sqs.on(ReceiveMessageCommand).resolves({ Messages: [message("x")] });
    expect(await drop(["y"])).toBe(0);
    expect(sqs.commandCalls(ReceiveMessageCommand)).toHaveLength(20);
  });
});

describe("the leftovers of runs", () => {
  const own = { stocks: "s-1", bookmarks: "b-1" };
  beforeEach(() => {
    sqs.on(ReceiveMessageCommand).resolves({});
    api.answers = {
      "GET /v1/stocks?limit=100&tag=magpie-smoke": answered({ stocks: [{ id: own.stocks }], next_cursor: null }),
      "GET /v1/bookmarks?limit=100&tag=magpie-smoke": answered({ bookmarks: [{ id: "b-1" }], next_cursor: null }),
      "GET /v1/products?limit=100": answered({ products: [{ id: "p-1", name: "A camera" }], next_cursor: "two" }),
      "GET /v1/products?limit=100&cursor=two": answered({
        products: [{ id: "p-2", name: "magpie-smoke" }],
        next_cursor: null,
      }),
      "GET /v1/blocked-hosts?limit=100": answered({
        blocked_hosts: [{ host: "spam.example" }, { host: "magpie-smoke.invalid" }],
        next_cursor: null,
      }),
      ...Object.fromEntries(
        ["stocks/s-1", "bookmarks/b-1", "products/p-2", "blocked-hosts/magpie-smoke.invalid"].map((path) => [
          `DELETE /v1/${path}`,
          { status: 204, body: "" },
        ]),
      ),
    };
  });

  it("is counted, on every page, and none of the user's own is", async () => {
    expect(await countLeftovers(stubbedSystem(api))).toBe(4);
  });

  it("is deleted with its dead letters, which name an item or the user", async () => {
    sqs
      .on(ReceiveMessageCommand)
      .resolvesOnce({ Messages: [message("a", "s-1"), message("b", "b-1"), message("c", "u-1"), message("d", "p-1")] })
      .resolves({});
    expect(await removeLeftovers(stubbedSystem(api), 1)).toBe(4 + 3);
    expect(api.seen.filter((seen) => seen.startsWith("DELETE"))).toHaveLength(4);
    const names = sqs.commandCalls(GetQueueUrlCommand).map(({ args }) => args[0].input.QueueName);
    expect(names.sort()).toEqual(
      ["bookmark-processing", "oembed-fetch", "webmention-receive"].map((queue) => `prod-${queue}-dlq`),
    );
  });

  it("is no letter of a user who is not the run's own", async () => {
    sqs
      .on(ReceiveMessageCommand)
      .resolvesOnce({ Messages: [message("c", "u-1 undefined")] })
      .resolves({});
    const { user } = stubbedSystem(api);
    expect(await removeLeftovers(stubbedSystem(api, { user: { ...user, sub: undefined } }), 1)).toBe(4);
  });
});
