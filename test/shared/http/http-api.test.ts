import { describe, expect, it } from "vitest";
import { text } from "../../../lambdas/shared/env.ts";
import { ok } from "../../../lambdas/shared/http/answer.ts";
import { httpApi } from "../../../lambdas/shared/http/http-api.ts";
import { Rejected } from "../../../lambdas/shared/http/rejected.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { answerTo } from "../../emulators/http-event.ts";

import { api, page, refusal, routes, throwing } from "./api-of-tests.ts";

const log = capturedLog();
const send = api();

describe("a valid request", () => {
  it("reaches its operation validated and typed, with its correlation id", async () => {
    const request = { route: "GET /mine/{id}", params: { id: "7" }, query: { other: "x" }, requestId: "r-1" };
    expect(await send(request)).toEqual({
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        caller: { userId: "alice", isAdmin: false },
        params: { id: "7" },
        query: { limit: "20" },
        correlationId: "r-1",
      },
    });
  });

  it("gets the operation's status and headers, and unknown fields are dropped", async () => {
    const answer = await send({ route: "POST /items", body: { name: "n", owner: "bob" } });
    expect(answer).toEqual({
      status: 201,
      headers: { "content-type": "application/json", location: "/items/1" },
      body: { name: "n" },
    });
  });

  it("may be a form, and its operation gets headers and source address", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-mark": "m" };
    const request = { route: "POST /form", user: null, headers, sourceAddress: "192.0.2.7" };
    expect((await send({ ...request, body: "name=a+b&other=c" })).body).toEqual({
      body: { name: "a b" },
      mark: "m",
      sourceAddress: "192.0.2.7",
    });
    expect(await send({ ...request, body: "name=a&name=b" })).toMatchObject(refusal(400, "validation_error"));
    expect(await send({ route: "POST /form", body: { name: "a" } })).toMatchObject(
      refusal(415, "unsupported_media_type"),
    );
  });

  it("may get a text of another type, and HEAD only its headers", async () => {
    expect(await send({ route: "GET /page", user: null })).toEqual({
      status: 200,
      headers: page.headers,
      body: page.text,
    });
    expect(await send({ route: "HEAD /page", user: null })).toEqual({ status: 200, headers: page.headers });
  });

  it("gets an answer without content if there is none", async () => {
    expect(await send({ route: "DELETE /items/{id}", params: { id: "7" } })).toEqual({
      status: 204,
      headers: {},
      body: undefined,
    });
  });

  it("may have a list in its query, whose values hold commas", async () => {
    const { body } = await send({ route: "GET /list", query: { tag: ["a,b", "c"], q: "x,y" } });
    expect(body).toEqual({ tag: ["a,b", "c"], ids: [], q: "x,y" });
    expect((await send({ route: "GET /list", query: { q: "x" } })).body).toEqual({ ids: [], q: "x" });
  });

  it.each([
    ['["a,b","c"]', ["a,b", "c"]],
    ["[]", []],
    ["[draft]", ["[draft]"]],
    [
      ["[1]", "c"],
      ["[1]", "c"],
    ],
  ])("may have a list as one text in JSON: %j", async (tag, expected) => {
    expect((await send({ route: "GET /list", query: { tag, q: "x" } })).body).toMatchObject({ tag: expected });
  });

  it("may come without a body and a key, where its route allows that", async () => {
    const key = "0b3f1c1e-5d0a-4c3e-9f00-7a1b2c3d4e5f";
    const route = "POST /move";
    expect(await send({ route })).toMatchObject({ status: 204, headers: { body: "undefined", key: "null" } });
    const request = { route, body: { to: "there" }, headers: { "idempotency-key": key } };
    expect(await send({ ...request, headers: { ...request.headers, "content-type": "application/json" } })).toEqual({
      status: 204,
      headers: { body: "there", key },
      body: undefined,
    });
    expect(await send({ route, body: "{" })).toEqual(refusal(400, "invalid_json"));
  });

  it("needs no token on a public route, and no body if none is read", async () => {
    expect(await send({ route: "GET /open", user: null })).toMatchObject({ status: 200, body: { caller: null } });
    const odd = { headers: { "content-type": "text/plain" }, body: "not json" };
    expect(await send({ route: "GET /open", ...odd })).toMatchObject({
      status: 200,
      body: { caller: { userId: "alice" } },
    });
  });
});

describe("a rejection", () => {
  it("is 401 without a token, before the request is read", async () => {
    const request = { user: null, body: "not json" };
    const answer = await send({ route: "POST /items", ...request });
    expect(answer).toEqual(refusal(401, "unauthorized"));
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(await send({ route: "POST /rule", ...request })).toEqual(refusal(401, "unauthorized"));
  });

  it("is 403 for a user on an administrators' route", async () => {
    expect(await send({ route: "POST /rule" })).toEqual(refusal(403, "forbidden"));
    expect(await send({ route: "POST /rule", groups: ["editors", "superadmin"] })).toEqual(refusal(403, "forbidden"));
    expect(await send({ route: "POST /rule", groups: ["admin", "editors"] })).toMatchObject({ status: 200 });
  });

  it("is 413 before 415, and that before 400 invalid_json", async () => {
    const headers = { "content-type": "text/plain" };
    const rejected = (body: string, more = {}) => send({ route: "POST /items", body, ...more });
    expect(await rejected("x".repeat(65_537), { headers })).toEqual(refusal(413, "body_too_large"));
    expect(await rejected("{", { headers })).toEqual(refusal(415, "unsupported_media_type"));
    expect(await rejected("{")).toEqual(refusal(400, "invalid_json"));
  });

  it("is 400 validation_error that names every field with its path", async () => {
    const body = { name: 7, parts: [{ size: 1 }, { size: "big" }, {}] };
    const answer = await send({ route: "POST /items", body });
    expect(answer).toEqual(refusal(400, "validation_error"));
    expect(answer.body.errors).toEqual([
      { path: "name", message: expect.stringMatching(/expected string/i) },
      { path: "parts.1.size", message: expect.any(String) },
      { path: "parts.2.size", message: expect.any(String) },
    ]);
  });

  it.each([[[]], [null], ["text"], [7]])("is 400 validation_error for the JSON %j that is no object", async (body) => {
    const answer = await send({ route: "POST /items", body: JSON.stringify(body) });
    expect(answer).toEqual(refusal(400, "validation_error"));
    expect(answer.body.errors).toHaveLength(1);
  });

  it("names the path of a field in the path or the query", async () => {
    const inPath = await send({ route: "GET /mine/{id}", params: { id: "123456" } });
    expect(inPath).toEqual(refusal(400, "validation_error"));
    expect(inPath.body.errors).toEqual([expect.objectContaining({ path: "path.id" })]);
    const inQuery = await send({ route: "GET /mine/{id}", params: { id: "7" }, query: { limit: "many" } });
    expect(inQuery).toEqual(refusal(400, "validation_error"));
    expect(inQuery.body.errors).toEqual([expect.objectContaining({ path: "query.limit" })]);
  });

  it("is 404 below a path that ends with a slash", async () => {
    expect(await send({ route: "GET /folder/" })).toMatchObject({ status: 200 });
    expect(await send({ route: "GET /folder/", path: "/folder/below" })).toEqual(refusal(404, "not_found"));
  });

  it("is the function's own for a route that it does not have", async () => {
    const handler = httpApi({
      routes: {},
      environment: {},
      services: () => ({}),
      operations: {},
      otherwise: () => {
        throw new Rejected(405, "method_not_allowed", "Another method.");
      },
    });
    expect(await answerTo(handler, { route: "GET /nowhere" })).toEqual(refusal(405, "method_not_allowed"));
  });
});

describe("an error of our own", () => {
  it("is 500 without its message, and is logged with its stack", async () => {
    const cause = new Error("deep inside");
    const answer = await throwing(new TypeError("row.secret is not a function", { cause }))({ route: "GET /open" });
    expect(answer).toEqual(refusal(500, "internal_error"));
    expect(JSON.stringify(answer)).not.toMatch(/secret|TypeError|deep inside|http-api/);
    expect(log.lines("request_failed")).toEqual([
      expect.objectContaining({
        level: "ERROR",
        code: "internal_error",
        route: "GET /open",
        correlation_id: "request-1",
        error: "TypeError",
        error_message: "row.secret is not a function",
        stack: expect.stringContaining("http-api.test.ts"),
        cause: expect.objectContaining({ error_message: "deep inside" }),
      }),
    ]);
  });

  it("is 500 for a route that the function does not have", async () => {
    expect(await send({ route: "GET /nowhere" })).toEqual(refusal(500, "internal_error"));
    expect(log.lines("request_failed")).toMatchObject([{ error_message: "No operation for route GET /nowhere" }]);
  });
});

describe("the services", () => {
  it("are built again after a failure", async () => {
    let builds = 0;
    const send = api(undefined, () => {
      builds += 1;
      if (builds === 1) throw new Error("no network yet");
      return { act: () => undefined };
    });
    expect(await send({ route: "GET /open" })).toEqual(refusal(500, "internal_error"));
    expect(await send({ route: "GET /open" })).toMatchObject({ status: 200 });
    expect(await send({ route: "GET /open" })).toMatchObject({ status: 200 });
    expect(builds).toBe(2);
  });

  it("report all missing variables of the environment at once, in the log and not in the answer", async () => {
    const handler = httpApi({
      routes: { open: routes.open },
      environment: { MAGPIE_TEST_TABLE: text, MAGPIE_TEST_QUEUE: text },
      services: () => ({}),
      operations: { open: () => ok({}) },
    });
    const answer = await answerTo(handler, { route: "GET /open" });
    expect(answer).toEqual(refusal(500, "internal_error"));
    expect(JSON.stringify(answer)).not.toContain("MAGPIE_TEST");
    const [line] = log.lines("request_failed");
    expect(line?.error_message).toMatch(/MAGPIE_TEST_TABLE \(missing\), MAGPIE_TEST_QUEUE \(missing\)/);
  });
});
