import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { ok } from "../../../lambdas/shared/http/answer.ts";
import type { OperationRequest } from "../../../lambdas/shared/http/http-api.ts";
import { httpApi } from "../../../lambdas/shared/http/http-api.ts";
import type { Route, Routes } from "../../../lambdas/shared/http/route.ts";
import { sampleRequest } from "../../../lambdas/shared/http/sample-request.ts";
import { warmUpHandler } from "../../../lambdas/shared/warm-up-handler.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { lambdaContext } from "../../emulators/http-event.ts";

const answers = { 200: { description: "Done" } };
const routes = {
  save: {
    method: "POST",
    path: "/items",
    access: "admin",
    summary: "Takes a body and a key",
    body: z.object({ name: z.string() }),
    idempotencyKey: "required",
    answers,
  },
  page: {
    method: "GET",
    path: "/page/",
    access: "user",
    scope: "read",
    summary: "A page",
    idempotencyKey: "optional",
    answers,
  },
} as const satisfies Routes;

const log = capturedLog();

afterEach(() => {
  vi.unstubAllEnvs();
});

function api() {
  const requests: Partial<OperationRequest<Route>>[] = [];
  const operation = (request: Partial<OperationRequest<Route>>) => {
    requests.push(request);
    return ok({ text: "long ".repeat(300) });
  };
  const handler = httpApi({
    routes,
    environment: {},
    services: () => ({}),
    operations: { save: operation, page: operation },
  });
  return { handler, requests };
}

describe("the request of a warm-up", () => {
  it("reaches the operation as an administrator's, and its answer is compressed as for a browser", async () => {
    const { handler, requests } = api();
    const sample = sampleRequest(routes.save, { name: "n" });
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await handler(sample.event(), lambdaContext());
      expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true });
      expect(sample.isDone(answer)).toBe(true);
    }
    expect(requests[0]).toMatchObject({
      caller: { userId: "warm-up", isAdmin: true },
      body: { name: "n" },
      routeKey: "POST /items",
      correlationId: "warm-up",
      sourceAddress: "192.0.2.1",
    });
    const keys = requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set([...keys, null]).size).toBe(3);
  });

  it("has neither body nor key where the route needs none, and the path as it is requested", async () => {
    const { handler, requests } = api();
    const sample = sampleRequest(routes.page);
    const event = sample.event();
    expect(event).toMatchObject({ version: "2.0", rawQueryString: "", isBase64Encoded: false });
    expect(event.requestContext.http).toMatchObject({ method: "GET", path: "/page/" });
    expect(event).not.toHaveProperty("body");
    expect(sample.isDone(await handler(event, lambdaContext()))).toBe(true);
    expect(requests[0]).toMatchObject({ idempotencyKey: null });
  });

  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])("is done with status %i: %s", (statusCode, isDone) => {
    expect(sampleRequest(routes.page).isDone({ statusCode })).toBe(isDone);
  });

  it("does not count as the container's first request", async () => {
    vi.stubEnv("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    const { handler, requests } = api();
    const sample = sampleRequest(routes.page);
    const warm = await warmUpHandler(handler, sample);
    expect(requests).toHaveLength(1);
    expect(log.lines()).toEqual([]);
    await warm(sample.event(), lambdaContext());
    expect(log.lines("request_answered")).toMatchObject([{ cold_start: true }]);
  });
});
