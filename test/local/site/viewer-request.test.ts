import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { EdgeRequest } from "../../../lib/local/site/edge-event.ts";
import { edgeAnswer, edgeRequest } from "../../../lib/local/site/edge-event.ts";
import type { FunctionAssociation } from "../../../lib/local/site/viewer-request.ts";
import { viewerRequestOf } from "../../../lib/local/site/viewer-request.ts";
import { arn } from "../../../lib/local/template/identities.ts";
import { Template } from "../../../lib/local/template/template.ts";

const FUNCTION = arn("cloudfront", "function/edge", "");
const ON_REQUEST = { EventType: "viewer-request", FunctionARN: FUNCTION };

/** The function that a template with this code runs on viewers' requests. */
function edge(
  code: string,
  associations: readonly FunctionAssociation[] = [ON_REQUEST],
  Runtime = "cloudfront-js-2.0",
) {
  const Properties = { Name: "edge", FunctionCode: code, FunctionConfig: { Runtime } };
  const resources = { Edge: { Type: "AWS::CloudFront::Function", Properties } };
  return viewerRequestOf(new Template(resources, { api: "http://127.0.0.1:1", aws: "" }), associations);
}

const requested = (uri: string): EdgeRequest => ({ method: "GET", uri, querystring: {}, headers: {}, cookies: {} });

describe("a function at the edge", () => {
  it("gets the request in the form of CloudFront, and may be asynchronous", async () => {
    const echo = edge("async function handler(event) { return { statusCode: 200, body: JSON.stringify(event) }; }");
    const app = new Hono();
    app.all("*", async (c) => {
      const decided = await echo?.(edgeRequest(c), "192.0.2.1");
      return decided !== undefined && "statusCode" in decided ? edgeAnswer(decided) : c.notFound();
    });
    const answer = await app.request("http://site.example/a%20b?c=d%20e&f&c=g", {
      method: "POST",
      headers: { "X-One": "1", cookie: "h=i; j=k=l" },
    });
    expect(await answer.json()).toEqual({
      version: "1.0",
      context: { eventType: "viewer-request", requestId: expect.any(String) },
      viewer: { ip: "192.0.2.1" },
      request: {
        method: "POST",
        uri: "/a%20b",
        querystring: { c: { value: "d%20e", multiValue: [{ value: "d%20e" }, { value: "g" }] }, f: { value: "" } },
        headers: { "x-one": { value: "1" } },
        cookies: { h: { value: "i" }, j: { value: "k=l" } },
      },
    });
  });

  it.each([
    ["/", {}],
    ["/?", {}],
    ["/?&", { cookie: "; " }],
  ])("gets no names and values where there are none: %s with %j", async (path, headers) => {
    const app = new Hono();
    app.get("*", (c) => c.json(edgeRequest(c)));
    const answer = await app.request(path, { headers });
    const { querystring, cookies } = (await answer.json()) as EdgeRequest;
    expect([querystring, cookies]).toEqual([{}, {}]);
  });

  it("has the language, and nothing of Node", async () => {
    const names = [
      "process",
      "require",
      "fetch",
      "setTimeout",
      "Buffer",
      "globalThis.constructor.constructor('return process')()",
    ];
    for (const name of names) {
      const reaching = edge(`function handler() { return { statusCode: 200, body: String(${name}) }; }`);
      await expect(reaching?.(requested("/"), "127.0.0.1"), name).rejects.toThrow(
        /is not defined|not a function|undefined/,
      );
    }
  });

  it.each([
    ["event.request.headers.a = { value: 'b' }; return event.request", "another uri and nothing else"],
    ["event.request.method = 'GET2'; return event.request", "another uri and nothing else"],
    ["return undefined", "another uri and nothing else"],
    ["throw new Error('broken')", "broken"],
  ])("fails clearly when its code is %s", async (body, reason) => {
    const failing = edge(`function handler(event) { ${body}; }`);
    await expect(failing?.(requested("/"), "127.0.0.1")).rejects.toThrow(reason);
  });

  it("that is not known is an error at the start", () => {
    const code = "function handler(event) { return event.request; }";
    expect(edge(code, [])).toBeUndefined();
    expect(() => edge(code, [{ ...ON_REQUEST, EventType: "viewer-response" }])).toThrow("viewer-response");
    expect(() => edge(code, [ON_REQUEST, ON_REQUEST])).toThrow("one function");
    expect(() => edge(code, [{ ...ON_REQUEST, FunctionARN: "arn:other" }])).toThrow("arn:other");
    expect(() => edge(code, [ON_REQUEST], "cloudfront-js-1.0")).toThrow("cloudfront-js-1.0");
    expect(() => edge("function handler( {")).toThrow(SyntaxError);
    expect(() => edge("function handler( {")).toThrow(
      expect.objectContaining({ stack: expect.stringMatching(/^edge\.js:1/) }),
    );
  });
});
