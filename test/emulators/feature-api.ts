import { expect } from "vitest";
import type { HttpApi } from "../../lambdas/shared/http/http-api.ts";
import { httpApi } from "../../lambdas/shared/http/http-api.ts";
import type { Routes } from "../../lambdas/shared/http/route.ts";
import type { HttpAnswer, HttpRequest } from "./http-event.ts";
import { answerTo } from "./http-event.ts";

/**
 * A feature's HTTP function with these services, built like the deployed entry.
 *
 * @param usual what each request has that does not say otherwise, such as its caller
 */
export function featureApi<R extends Routes, S>(
  routes: R,
  operations: HttpApi<R, Record<never, never>, S>["operations"],
  services: S,
  usual: Partial<HttpRequest> = {},
): (request: HttpRequest) => Promise<HttpAnswer> {
  const handler = httpApi({ routes, environment: {}, services: () => services, operations });
  return (request) => answerTo(handler, { ...usual, ...request });
}

/** The caller of requests that administrators make. */
export const ADMIN = { user: "olga", groups: ["admin"] };

/** An answer that is a problem with this code. */
export function problem(status: number, code: string, more: object = {}) {
  const headers = { "content-type": "application/problem+json" };
  return { status, headers, body: expect.objectContaining({ type: "about:blank", status, code, ...more }) };
}
