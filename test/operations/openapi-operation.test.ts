import { beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { openapi } from "../../lambdas/operations/openapi.ts";
import type { Routes } from "../../lambdas/shared/http/route.ts";

const page = z.object({ id: z.string() });
const entry = z.object({ word: z.string() });
const series = z.object({ number: z.int() });
const found = z.object({ pages: z.array(page) });
const params = z.object({ id: z.optional(z.string()) });

/** Routes of each kind: with and without a key, a query, a body; for anyone, a user, an administrator. */
const routes: Routes = {
  createPage: {
    method: "POST",
    path: "/v1/pages",
    access: "user",
    scope: "save",
    summary: "Make a page",
    body: page,
    idempotencyKey: "optional",
    answers: { 201: { description: "Made", body: page }, 200: { description: "Is there", body: page } },
    refusals: { 400: ["too_long"], 409: ["is_there"], 429: ["rate_limited"] },
  },
  listPages: {
    method: "GET",
    path: "/v1/pages",
    access: "user",
    scope: "read",
    summary: "Pages",
    query: z.object({ limit: z.optional(z.int()), day: z.string() }),
    answers: { 200: { description: "All", body: found } },
  },
  getPage: {
    method: "GET",
    path: "/v1/pages/{id}",
    access: "user",
    scope: "read",
    summary: "One page",
    params,
    answers: { 200: { description: "The page", body: page, headers: { "X-Size": "Its size in bytes" } } },
  },
  listEntries: {
    method: "GET",
    path: "/v1/entries",
    access: "public",
    summary: "Entries",
    answers: { 200: { description: "All", body: z.object({ count: z.int(), entries: z.array(entry) }) } },
  },
  listSeriesParts: {
    method: "GET",
    path: "/v1/series",
    access: "public",
    summary: "Parts",
    answers: { 200: { description: "All", body: z.object({ parts: z.array(series) }) } },
  },
  relistPages: {
    method: "POST",
    path: "/v1/relisted",
    access: "admin",
    summary: "Lists pages anew",
    answers: { 202: { description: "Later", body: z.object({ later: z.array(z.object({ at: z.string() })) }) } },
  },
  forgetPage: {
    method: "DELETE",
    path: "/v1/pages/{id}",
    access: "admin",
    summary: "Forget a page",
    params,
    answers: { 200: { description: "Forgotten", body: z.object({ forgotten: z.boolean() }) } },
  },
  exportPages: {
    method: "GET",
    path: "/v1/pages.csv",
    access: "public",
    summary: "A file",
    answers: { 200: { description: "The file", textType: "text/csv" }, 204: { description: "Nothing" } },
  },
};

const schemaOf = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
const json = (name: string) => ({ content: { "application/json": schemaOf(name) } });
const header = (description: string, required = false) => ({ description, required, schema: { type: "string" } });
const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
const byGateway = "without a code where the gateway itself rejects the request";

/** The content of a rejection by these codes. */
const problems = (...codes: readonly string[]) => ({
  "application/problem+json": {
    schema: {
      allOf: [{ $ref: "#/components/schemas/Problem" }],
      type: "object",
      properties: { code: { type: "string", enum: codes } },
    },
  },
});

// biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that clients get.
let document: any;
beforeEach(() => {
  const features = [{ tag: "Pages", description: "All pages.", routes }];
  document = JSON.parse(JSON.stringify(openapi({ features, url: "https://api.example" })));
});

const TROUBLE = {
  429: shared("Throttled"),
  500: shared("InternalError"),
  503: shared("TemporarilyUnavailable"),
};

it("the creation of an item is described whole", () => {
  const replayed = header("true for the first answer of an Idempotency-Key that was sent again");
  const codes = ["validation_error", "invalid_json", "idempotency_key_invalid", "too_long"];
  expect(document.paths["/v1/pages"].post).toEqual({
    operationId: "createPage",
    tags: ["Pages"],
    summary: "Make a page",
    description: "Needs the scope save, or full.",
    security: [{ token: [] }],
    parameters: [
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        description: expect.stringMatching(/^A UUID: a new one for every intent/),
        schema: { type: "string", format: "uuid" },
      },
    ],
    requestBody: { required: true, ...json("CreatePageBody") },
    responses: {
      200: { description: "Is there", headers: { "Idempotency-Replayed": replayed }, ...json("Page") },
      201: {
        description: "Made",
        headers: { Location: header("The path of what was created", true), "Idempotency-Replayed": replayed },
        ...json("Page"),
      },
      400: { description: `code: ${codes.join(", ")}`, content: problems(...codes) },
      401: shared("UnauthorizedOrTokenNotAccepted"),
      403: shared("InsufficientScope"),
      409: {
        description: "code: idempotency_key_reused, is_there",
        content: problems("idempotency_key_reused", "is_there"),
      },
      413: {
        description: `code: body_too_large; ${byGateway}`,
        content: { ...problems("body_too_large"), ...json("GatewayMessage").content },
      },
      415: { description: "code: unsupported_media_type", content: problems("unsupported_media_type") },
      ...TROUBLE,
      429: {
        description: `code: rate_limited; ${byGateway}`,
        headers: { "Retry-After": header("Seconds to wait before the next request") },
        content: { ...problems("rate_limited"), ...json("GatewayMessage").content },
      },
    },
  });
});

it("a list has the parameters of its query, and one refusal for them", () => {
  const { description, parameters, responses } = document.paths["/v1/pages"].get;
  expect(description).toBe("Needs the scope read, or save, or full.");
  expect(parameters).toEqual([
    { name: "limit", in: "query", required: false, schema: expect.objectContaining({ type: "integer" }) },
    { name: "day", in: "query", required: true, schema: { type: "string" } },
  ]);
  expect(responses).toEqual({
    200: { description: "All", ...json("ListPagesAnswer") },
    400: { description: "code: validation_error", content: problems("validation_error") },
    401: shared("UnauthorizedOrTokenNotAccepted"),
    403: shared("InsufficientScope"),
    ...TROUBLE,
  });
});

it("what is in the path is required, and an answer has its own headers", () => {
  const { get, delete: forget } = document.paths["/v1/pages/{id}"];
  expect(get.parameters).toEqual([{ name: "id", in: "path", required: true, schema: { type: "string" } }]);
  expect(get.responses[200]).toEqual({
    description: "The page",
    headers: { "X-Size": header("Its size in bytes") },
    ...json("Page"),
  });
  expect([forget.description, forget.responses[403]]).toEqual(["Needs the scope full.", shared("Forbidden")]);
});

it("what anyone may ask needs no token, and a file is a text of its type", () => {
  expect(document.paths["/v1/pages.csv"].get).toEqual({
    operationId: "exportPages",
    tags: ["Pages"],
    summary: "A file",
    security: [],
    parameters: [],
    responses: {
      200: { description: "The file", content: { "text/csv": { schema: { type: "string" } } } },
      204: { description: "Nothing" },
      ...TROUBLE,
    },
  });
});

it("rejections of several operations tell their codes, and their headers", () => {
  const ours = (code: string) => `code: ${code}; ${byGateway}`;
  const scopes = header("The scopes of which the token lacks one (RFC 6750, section 3)");
  const gateway = json("GatewayMessage").content;
  expect(document.components.responses).toEqual({
    UnauthorizedOrTokenNotAccepted: {
      description: ours("unauthorized, token_not_accepted"),
      headers: { "WWW-Authenticate": header("Why the token is not accepted (RFC 6750, section 3)", true) },
      content: { ...problems("unauthorized", "token_not_accepted"), ...gateway },
    },
    InsufficientScope: { description: byGateway, headers: { "WWW-Authenticate": scopes }, content: gateway },
    Forbidden: {
      description: ours("forbidden"),
      headers: { "WWW-Authenticate": scopes },
      content: { ...problems("forbidden"), ...gateway },
    },
    Throttled: {
      description: byGateway,
      headers: { "Retry-After": header("Seconds to wait before the next request") },
      content: gateway,
    },
    InternalError: { description: ours("internal_error"), content: { ...problems("internal_error"), ...gateway } },
    TemporarilyUnavailable: {
      description: ours("temporarily_unavailable"),
      headers: { "Retry-After": header("Seconds to wait before the same request") },
      content: { ...problems("temporarily_unavailable"), ...gateway },
    },
  });
});

it("a schema is named by its operation, and the items of a list and the answer of one of them by what they are", () => {
  expect(Object.keys(document.components.schemas)).toEqual([
    ...["Page", "Entry", "SeriesPart"],
    ...["ListPagesAnswer", "ListEntriesAnswer", "ListSeriesPartsAnswer", "RelistPagesAnswer", "ForgetPageAnswer"],
    ...["Problem", "GatewayMessage", "CreatePageBody"],
  ]);
  expect(document.components.schemas.ListEntriesAnswer.properties.entries.items).toEqual(schemaOf("Entry").schema);
});

it("the document tells what the API is, where, and of what", () => {
  expect(document).toMatchObject({
    openapi: "3.1.0",
    info: {
      title: "Magpie",
      version: "1",
      description: "Collects what one person or a team wants to keep.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "https://api.example", description: "This system" }],
    tags: [{ name: "Pages", description: "All pages." }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
  });
});
