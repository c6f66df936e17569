import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { CallLimits } from "../../lambdas/shared/aws-client.ts";
import { ANSWER_MARGIN_MS } from "../../lambdas/shared/deadline.ts";
import { ok } from "../../lambdas/shared/http/answer.ts";
import { httpApi } from "../../lambdas/shared/http/http-api.ts";
import type { Routes } from "../../lambdas/shared/http/route.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { documentClient } from "../../lambdas/shared/table/table.ts";
import { attemptEach } from "../../lambdas/shared/work/attempt-each.ts";
import { scheduledHandler } from "../../lambdas/shared/work/scheduled-handler.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { aws, faultyAwsOfEachTest } from "../emulators/faulty-aws.ts";
import { httpEvent, lambdaContext } from "../emulators/http-event.ts";
import { receiptOf, sqsEvent } from "../emulators/sqs-event.ts";

const log = capturedLog();
faultyAwsOfEachTest();

/** The context of an invocation that Lambda ends after this many milliseconds. */
function endingIn(milliseconds: number) {
  const end = performance.now() + milliseconds;
  return { ...lambdaContext(), getRemainingTimeInMillis: () => end - performance.now() };
}

const routes = {
  item: {
    method: "GET",
    path: "/items",
    access: "user",
    scope: "save",
    summary: "Reads a table three times",
    answers: { 200: { description: "Done" } },
  },
} as const satisfies Routes;

function api(limits: CallLimits) {
  return httpApi({
    routes,
    environment: {},
    services: () => documentClient(limits),
    operations: {
      item: async (_request, client) => {
        for (let call = 0; call < 3; call += 1) {
          await client.send(new GetCommand({ TableName: "items", Key: { id: String(call) } }));
        }
        return ok({ done: true });
      },
    },
  });
}

describe("a request whose table does not respond", () => {
  const deployed: CallLimits = { connectMs: 1_000, attemptMs: 60_000, attempts: 3 };
  const short: CallLimits = { connectMs: 100, attemptMs: 100, attempts: 2 };
  const cases = [
    { limits: deployed, endsInMs: 1_500, by: "the request's deadline", code: "DeadlinePassed" },
    { limits: short, endsInMs: 30_000, by: "the client's limits", code: "TimeoutError" },
  ];

  it.each(cases)("gets 503 before the function's time-out, by $by", async ({ limits, endsInMs, code }) => {
    const handler = api(limits);
    aws.behaviour = "silent";
    const context = endingIn(endsInMs);
    const answer = await handler(httpEvent({ route: "GET /items" }), context);
    expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
    expect(answer).toMatchObject({
      statusCode: 503,
      headers: { "content-type": "application/problem+json", "retry-after": expect.stringMatching(/^\d+$/) },
    });
    expect(JSON.parse(answer.body ?? "")).toMatchObject({ code: "temporarily_unavailable", status: 503 });
    expect(log.lines("request_failed")).toMatchObject([{ code: "temporarily_unavailable", error: code }]);

    aws.behaviour = "answers";
    const next = await handler(httpEvent({ route: "GET /items" }), endingIn(10_000));
    expect(next.statusCode).toBe(200);
  });
});

describe("a batch with one message whose call hangs", () => {
  const seconds = 30;

  function worker(changeVisibility: (receipt: string, seconds: number) => Promise<void>) {
    return sqsWorker({
      environment: {},
      message: z.object({ hangs: z.boolean() }),
      services: () => ({ maxReceiveCount: 5, visibility: { change: changeVisibility } }),
      work: ({ hangs }) => (hangs ? new Promise<void>(() => undefined) : Promise.resolve()),
      giveUp: async () => "return_message",
    });
  }

  const batch = () => sqsEvent({ id: "done", body: { hangs: false } }, { id: "hung", body: { hangs: true } });

  it("keeps the finished messages, and returns the hung one before the function's time-out", async () => {
    vi.useFakeTimers();
    const changed: [string, number][] = [];
    const handler = worker(async (receipt, delay) => void changed.push([receipt, delay]));
    const answer = handler(batch(), { getRemainingTimeInMillis: () => seconds * 1_000 });
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1_001);
    expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: "hung" }] });
    expect(changed).toEqual([[receiptOf("hung"), 30]]);
    expect(log.lines("message_done")).toMatchObject([{ message_id: "done" }]);
    expect(log.lines("message_failed")).toMatchObject([{ message_id: "hung", error: "DeadlinePassed" }]);
  });

  it("also keeps the finished messages when the queue hangs", async () => {
    vi.useFakeTimers();
    const handler = worker(() => new Promise(() => undefined));
    const answer = handler(batch(), { getRemainingTimeInMillis: () => seconds * 1_000 });
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: "hung" }] });
    expect(log.lines("message_failure_not_recorded")).toMatchObject([{ error: "DeadlinePassed" }]);
  });
});

it("fails a scheduled run that hangs before its function's time-out", async () => {
  vi.useFakeTimers();
  const handler = scheduledHandler({
    environment: {},
    services: () => null,
    run: () => new Promise<Record<string, number>>(() => undefined),
  });
  const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 60_000 };
  const run = expect(handler({}, context)).rejects.toMatchObject({ name: "DeadlinePassed" });
  await vi.advanceTimersByTimeAsync(59_001);
  await run;
  expect(log.lines("schedule_failed")).toHaveLength(1);
});

it("ends a series of attempts at the deadline, and logs none of those that it ends", async () => {
  aws.behaviour = "silent";
  const tables = documentClient({ connectMs: 1_000, attemptMs: 60_000, attempts: 3 });
  const attempted: number[] = [];
  const failed: number[] = [];
  const handler = scheduledHandler({
    environment: {},
    services: () => null,
    run: async () => {
      const attempt = (number: number) => {
        attempted.push(number);
        if (number === 1) throw new Error("this one alone");
        return tables.send(new GetCommand({ TableName: "rows", Key: { id: String(number) } }));
      };
      await attemptEach(
        [1, 2, 3],
        async (number) => attempt(number),
        (number) => failed.push(number),
      ).finally(ended.resolve);
      return {};
    },
  });
  const ended = Promise.withResolvers<void>();
  await expect(handler({}, endingIn(ANSWER_MARGIN_MS + 200))).rejects.toMatchObject({ name: "DeadlinePassed" });
  await ended.promise;
  expect([attempted, failed]).toEqual([[1, 2], [1]]);
});

it("ends an outbound fetch at the deadline", async () => {
  const { hostname, port } = new URL(aws.origin);
  const fetch = createOutboundFetch({
    lookup: async () => ["203.0.114.1"],
    dial: () => ({ addresses: [hostname], port: Number(port) }),
  });
  const ended = Promise.withResolvers<unknown>();
  const handler = scheduledHandler({
    environment: {},
    services: () => fetch,
    run: async () => {
      await fetch({ url: "http://site.example/", timeoutMs: 60_000, maxBytes: 100 }).catch(ended.resolve);
      return {};
    },
  });
  aws.behaviour = "silent";
  await expect(handler({}, endingIn(ANSWER_MARGIN_MS + 200))).rejects.toMatchObject({ name: "DeadlinePassed" });
  expect(await ended.promise).toMatchObject({ name: "OutboundError", kind: "timeout" });
  await vi.waitUntil(() => aws.open.size === 0);
});
