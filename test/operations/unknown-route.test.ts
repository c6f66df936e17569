import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { allRoutes } from "../../lambdas/operations/all-routes.ts";
import { handler } from "../../lambdas/operations/api.ts";
import { unknownRoute } from "../../lambdas/operations/unknown-route.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { answerTo } from "../emulators/http-event.ts";

capturedLog();

function refusal(path: string) {
  const { status, code, headers } = unknownRoute(path, allRoutes);
  return { status, code, allow: headers.allow };
}

describe("unknownRoute", () => {
  it.each([
    ["/v1/stocks", "GET, POST"],
    ["/v1/stocks/some-id", "DELETE, GET, PATCH"],
    ["/v1/stocks/some-id/refetch", "POST"],
    ["/v1/health", "GET"],
    ["/openapi.json", "GET"],
    ["/v1/ops/queues/oembed-fetch/redrive", "POST"],
  ])("is 405 for %s, which allows %s", (path, allow) => {
    expect(refusal(path)).toEqual({ status: 405, code: "method_not_allowed", allow });
  });

  it.each([
    "",
    "/v1",
    "/v1/",
    "/v1/stocks/",
    "/v1/stocks//refetch",
    "/v1/stocks/a/b/c",
    "/v1/stocks/a/refetch/",
    "/V1/stocks",
    "/v2/stocks",
    "/v1/stocksx",
    "//v1/stocks",
    "/{id}",
    "/v1/{id}",
  ])("is 404 for %j", (path) => {
    expect(refusal(path)).toEqual({ status: 404, code: "not_found", allow: undefined });
  });

  it("compares a route's segments as texts, not as patterns", () => {
    expect(refusal("/openapiXjson").status).toBe(404);
  });
});

describe("a request without a route", () => {
  // Public on purpose: without a token the answer is the same.
  const unknown = (method: string, path: string) => ({
    route: "$default",
    method,
    path,
    user: null,
  });

  it("is answered as a problem, by a function that has no environment yet", async () => {
    expect(await answerTo(handler, unknown("GET", "/nowhere"))).toMatchObject({
      status: 404,
      headers: { "content-type": "application/problem+json" },
      body: { code: "not_found", status: 404 },
    });
    expect(await answerTo(handler, unknown("PUT", "/v1/stocks"))).toMatchObject({
      status: 405,
      headers: { "content-type": "application/problem+json", allow: "GET, POST" },
      body: { code: "method_not_allowed", status: 405 },
    });
  });

  it("is answered with a page of the console's colours and sizes", async () => {
    const visit = { ...unknown("GET", "/nowhere"), headers: { accept: "text/html" } };
    const { body } = await answerTo(handler, visit);
    const tokens = readFileSync(resolve(import.meta.dirname, "../../console/styles/tokens.css"), "utf8");
    const own = String(body).match(/^ {2}--[^;]+;$/gm) ?? [];
    expect(own.length).toBeGreaterThan(5);
    for (const declaration of own) expect(tokens).toContain(declaration);
  });

  it("is answered with a page for a person who opened the address", async () => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    const visit = (method: string) => ({ ...unknown(method, "/nowhere"), headers: { accept } });
    expect(await answerTo(handler, visit("GET"))).toMatchObject({
      status: 404,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: expect.stringContaining("There is nothing at this address"),
    });
    expect(await answerTo(handler, visit("POST"))).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});
