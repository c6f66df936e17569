import { expect } from "vitest";
import * as z from "zod/mini";
import { text } from "../../../lambdas/shared/env.ts";
import { created, noContent, ok } from "../../../lambdas/shared/http/answer.ts";
import { httpApi } from "../../../lambdas/shared/http/http-api.ts";
import type { Routes } from "../../../lambdas/shared/http/route.ts";
import type { HttpAnswer, HttpRequest } from "../../emulators/http-event.ts";
import { answerTo } from "../../emulators/http-event.ts";

const answers = { 200: { description: "Done" } };

export const routes = {
  open: { method: "GET", path: "/open", access: "public", summary: "For anybody", answers },
  mine: {
    method: "GET",
    path: "/mine/{id}",
    access: "user",
    scope: "save",
    summary: "For users",
    params: z.object({ id: z.string().check(z.maxLength(5)) }),
    query: z.object({ limit: z._default(z.string().check(z.regex(/^\d+$/)), "20") }),
    answers,
  },
  save: {
    method: "POST",
    path: "/items",
    access: "user",
    scope: "save",
    summary: "Takes a body",
    body: z.object({ name: z.string(), parts: z.optional(z.array(z.object({ size: z.int() }))) }),
    answers: { 201: { description: "Saved" } },
  },
  remove: {
    method: "DELETE",
    path: "/items/{id}",
    access: "user",
    scope: "save",
    summary: "Gives nothing back",
    params: z.object({ id: z.string() }),
    answers: { 204: { description: "Gone" } },
  },
  page: { method: "GET", path: "/page", access: "public", summary: "A page", answers },
  head: { method: "HEAD", path: "/page", access: "public", summary: "A page's headers", answers },
  form: {
    method: "POST",
    path: "/form",
    access: "public",
    summary: "Takes a form",
    body: z.object({ name: z.string() }),
    bodyType: "application/x-www-form-urlencoded",
    answers,
  },
  rule: { method: "POST", path: "/rule", access: "admin", summary: "For administrators", answers },
  folder: { method: "GET", path: "/folder/", access: "public", summary: "A path with a slash", answers },
  list: {
    method: "GET",
    path: "/list",
    access: "public",
    summary: "Takes lists",
    query: z.object({ tag: z.optional(z.array(z.string())), ids: z._default(z.array(z.string()), []), q: text }),
    answers,
  },
  move: {
    method: "POST",
    path: "/move",
    access: "user",
    scope: "save",
    summary: "May have a body and a key",
    body: z.optional(z.object({ to: z.string() })),
    idempotencyKey: "optional",
    answers,
  },
} as const satisfies Routes;

interface Services {
  /** Throws the error that a test wants inside an operation. */
  readonly act: () => void;
}

export const page = { status: 200, headers: { "content-type": "text/html", link: "<a>; rel=b" }, text: "<p>A page" };

export function api(act: () => void = () => undefined, services: () => Services = () => ({ act })) {
  const handler = httpApi({
    routes,
    environment: {},
    services,
    operations: {
      open: (request, { act }) => {
        act();
        return ok({ caller: request.caller });
      },
      mine: ({ caller, params, query, correlationId }, { act }) => {
        act();
        return ok({ caller, params, query, correlationId });
      },
      save: ({ body }, { act }) => {
        act();
        return created(body, "/items/1");
      },
      remove: () => noContent(),
      page: () => page,
      head: () => page,
      form: ({ body, headers, sourceAddress }) => ok({ body, mark: headers["x-mark"], sourceAddress }),
      rule: ({ caller }) => ok({ caller }),
      folder: () => ok({}),
      list: ({ query }) => ok(query),
      move: ({ body, idempotencyKey }) => ({ status: 204, headers: { body: `${body?.to}`, key: `${idempotencyKey}` } }),
    },
  });
  return (request: HttpRequest): Promise<HttpAnswer> => answerTo(handler, request);
}

export function throwing(error: unknown) {
  return api(() => {
    throw error;
  });
}

/** The parts that every problem answer has. */
export function refusal(status: number, code: string) {
  return {
    status,
    headers: expect.objectContaining({ "content-type": "application/problem+json" }),
    body: expect.objectContaining({
      type: expect.any(String),
      title: expect.any(String),
      detail: expect.stringMatching(/\w/),
      status,
      code,
    }),
  };
}
