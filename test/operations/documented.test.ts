import { expect, it } from "vitest";
import type { SentAnswer } from "./documented.ts";
import { undocumented } from "./documented.ts";

const JSON_TYPE = { "content-type": "application/json" };
const PROBLEM_TYPE = { "content-type": "application/problem+json" };
const QUEUE = { name: "books-collect", depth: 0, in_flight: 0, dlq_depth: 0, oldest_age_seconds: null };
const problem = (code: string, more: object = {}) => ({
  type: "about:blank",
  title: "Not Found",
  status: 404,
  detail: "There is none.",
  code,
  ...more,
});

function answer(status: number, headers: SentAnswer["headers"], body?: unknown): SentAnswer {
  return { status, headers, text: body === undefined ? "" : JSON.stringify(body) };
}

// Every HTTP test shows that answers of the routes are allowed.
it.each<[string, string, SentAnswer, string]>([
  ["a route", "GET /v1/unknown", answer(200, JSON_TYPE, {}), "no such route"],
  ["a status", "GET /v1/ops/queues", answer(418, JSON_TYPE, {}), "no such status"],
  ["a media type", "GET /v1/ops/queues", answer(200, { "content-type": "text/plain" }, {}), "media type text/plain"],
  [
    "a header",
    "GET /v1/ops/queues",
    answer(200, { ...JSON_TYPE, "x-powered-by": "us" }, { queues: [] }),
    "x-powered-by",
  ],
  ["a missing header", "POST /v1/products", answer(201, JSON_TYPE, {}), "no header location"],
  ["a missing field", "GET /v1/ops/queues", answer(200, JSON_TYPE, {}), "'queues'"],
  ["a further field", "GET /v1/ops/queues", answer(200, JSON_TYPE, { queues: [], more: 1 }), '"more"'],
  ["a nested one", "GET /v1/ops/queues", answer(200, JSON_TYPE, { queues: [{ ...QUEUE, arn: "" }] }), '"arn"'],
  ["a body", "DELETE /v1/stocks/{id}", answer(204, JSON_TYPE, {}), "a body"],
  ["a code", "GET /v1/stocks/{id}", answer(404, PROBLEM_TYPE, problem("name_taken")), "/code"],
  ["a member", "GET /v1/stocks/{id}", answer(404, PROBLEM_TYPE, problem("not_found", { arn: "" })), '"arn"'],
  ["a code for no path", "$default", answer(404, PROBLEM_TYPE, problem("method_not_allowed")), "code"],
])("names %s that the document does not have", (_what, key, sent, named) => {
  expect(undocumented(key, sent)).toContainEqual(expect.stringContaining(named));
});
