import { describe, expect, it } from "vitest";
import type { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { gatewayEvent } from "../../../lib/local/gateway/gateway-event.ts";
import type { RouteTarget } from "../../../lib/local/gateway/gateway-routes.ts";
import { matchRoute } from "../../../lib/local/gateway/gateway-routes.ts";

const noFunction = {} as LocalFunction;
const route = (key: string): RouteTarget => ({ key, authorizer: undefined, function: noFunction });

function eventOf(
  path: string,
  init: RequestInit = {},
  more: { claims?: Record<string, unknown>; parameters?: Record<string, string> } = {},
) {
  return gatewayEvent({
    request: new Request(`http://127.0.0.1:8787${path}`, init),
    body: Buffer.from(typeof init.body === "string" ? init.body : ((init.body as Uint8Array | undefined) ?? "")),
    sourceIp: "127.0.0.1",
    requestId: "request-1",
    now: new Date("2026-11-20T03:00:00.000Z"),
    matched: { route: route("POST /v1/things/{id}"), parameters: more.parameters ?? {} },
    claims: more.claims,
  });
}

describe("an event of payload format 2.0", () => {
  it("has the request unchanged", () => {
    const event = eventOf(
      "/v1/things/a%2Fb?tag=x&tag=y&q=a%20b&empty=",
      {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "test", "x-custom": "1" },
        body: '{"a":"ü"}',
      },
      { parameters: { id: "a/b" } },
    );
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "POST /v1/things/{id}",
      rawPath: "/v1/things/a%2Fb",
      rawQueryString: "tag=x&tag=y&q=a%20b&empty=",
      queryStringParameters: { tag: "x,y", q: "a b", empty: "" },
      pathParameters: { id: "a/b" },
      headers: { "content-type": "application/json", "user-agent": "test", "x-custom": "1" },
      body: '{"a":"ü"}',
      isBase64Encoded: false,
      requestContext: {
        accountId: "000000000000",
        domainName: "127.0.0.1:8787",
        requestId: "request-1",
        routeKey: "POST /v1/things/{id}",
        stage: "$default",
        timeEpoch: Date.UTC(2026, 10, 20, 3),
        http: { method: "POST", path: "/v1/things/a%2Fb", sourceIp: "127.0.0.1", userAgent: "test" },
      },
    });
    expect(event.requestContext).not.toHaveProperty("authorizer");
  });

  it("leaves out missing parts", () => {
    const event = eventOf("/v1/things/1");
    expect(Object.keys(event).sort()).toEqual([
      "headers",
      "isBase64Encoded",
      "rawPath",
      "rawQueryString",
      "requestContext",
      "routeKey",
      "version",
    ]);
    expect([event.rawQueryString, event.isBase64Encoded]).toEqual(["", false]);
  });

  it("has cookies in a separate field", () => {
    const event = eventOf("/", { headers: { cookie: "a=1; b=2", accept: "*/*" } });
    expect(event.cookies).toEqual(["a=1", "b=2"]);
    expect(event.headers).not.toHaveProperty("cookie");
  });

  it("has claims of other kinds as Go writes them", () => {
    const claims = { none: null, map: { b: [1, "x"], a: { c: true } }, empty: [] };
    expect(eventOf("/", {}, { claims }).requestContext.authorizer?.jwt.claims).toEqual({
      none: "<nil>",
      map: "map[a:map[c:true] b:[1 x]]",
      empty: "[]",
    });
  });

  it("has claims as text", () => {
    const claims = { sub: "alice", "cognito:groups": ["admin", "editors"], exp: 1_800_000_000, email_verified: true };
    expect(eventOf("/", {}, { claims }).requestContext.authorizer).toEqual({
      jwt: {
        claims: { sub: "alice", "cognito:groups": "[admin editors]", exp: "1800000000", email_verified: "true" },
        scopes: null,
      },
    });
  });

  it.each([
    ["application/json; charset=utf-8", false],
    ["application/problem+json", false],
    ["text/plain", false],
    ["application/xml", false],
    ["application/x-www-form-urlencoded", true],
    ["application/octet-stream", true],
    ["image/png", true],
  ])("has a body of %s in base64: %s", (type, encoded) => {
    const body = encoded ? new Uint8Array([0, 255, 10]) : "text";
    const event = eventOf("/", { method: "POST", headers: { "content-type": type }, body });
    expect(event.isBase64Encoded).toBe(encoded);
    expect(event.body).toBe(encoded ? "AP8K" : "text");
  });

  it("has a compressed text in base64", () => {
    const headers = { "content-type": "text/html", "content-encoding": "gzip" };
    const event = eventOf("/", { method: "PUT", headers, body: new Uint8Array([0, 255, 10]) });
    expect([event.isBase64Encoded, event.body]).toEqual([true, "AP8K"]);
  });
});

describe("the route of a request", () => {
  const routes = [
    "GET /v1/things/{id}",
    "GET /v1/things/new",
    "POST /v1/things/{id}/again",
    "ANY /v1/any",
    "GET /v1/below/{rest+}",
    "$default",
  ].map(route);
  const matched = (method: string, path: string) => {
    const found = matchRoute(routes, method, path);
    return [found?.route.key, found?.parameters];
  };

  it.each<[string, string, string, Record<string, string>]>([
    ["GET", "/v1/things/7", "GET /v1/things/{id}", { id: "7" }],
    ["GET", "/v1/things/a%2Fb", "GET /v1/things/{id}", { id: "a/b" }],
    ["GET", "/v1/things/%zz", "GET /v1/things/{id}", { id: "%zz" }],
    ["GET", "/v1/things/new", "GET /v1/things/new", {}],
    ["POST", "/v1/things/7/again", "POST /v1/things/{id}/again", { id: "7" }],
    ["DELETE", "/v1/any", "ANY /v1/any", {}],
    ["GET", "/v1/below/a/b%20c", "GET /v1/below/{rest+}", { rest: "a/b c" }],
    ["GET", "/v1/below/a/", "GET /v1/below/{rest+}", { rest: "a/" }],
    ["GET", "/v1/below/", "$default", {}],
    ["GET", "/v1/below", "$default", {}],
    ["POST", "/v1/things/7", "$default", {}],
    ["GET", "/v1/things/", "$default", {}],
    ["GET", "/v1/things/7/", "$default", {}],
    ["GET", "/V1/things/7", "$default", {}],
  ])("%s %s is %s", (method, path, key, parameters) => {
    expect(matched(method, path)).toEqual([key, parameters]);
  });

  it("is missing without a $default", () => {
    expect(matchRoute([route("GET /a")], "GET", "/b")).toBeUndefined();
  });
});
