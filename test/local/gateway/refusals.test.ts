import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importPKCS8, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { VERSION } from "../../../lib/bundling/version.ts";
import { LOCAL_ISSUER } from "../../../lib/local/gateway/token-issuer.ts";
import { undocumented } from "../../operations/documented.ts";
import type { ApiClient, Problem, Reply, StockPage } from "../api-client.ts";
import { request } from "../api-client.ts";
import { System } from "../system.ts";

const DECK = "https://speakerdeck.com/ada/refused";
const MINUTE = 60;

let system: System;
let user: ApiClient;

beforeAll(async () => {
  system = await System.start();
  user = await system.newUser();
});

afterAll(() => system.close());

beforeEach(() => system.sites.clearRequests());

/** A valid POST of stocks. */
function post(headers: Record<string, string>, body?: string): Promise<Reply<Problem>> {
  return request<Problem>(system.api, "/v1/stocks", {
    method: "POST",
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

const json = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${user.token}`,
  "content-type": "application/json",
  ...more,
});

/** Nothing was stored for the user, and no request was sent to a site. */
async function expectNothingStored(): Promise<void> {
  expect(await user.allStocks()).toEqual([]);
  expect(system.sites.requests()).toEqual([]);
}

function expectProblem(reply: Reply<Problem>, status: number, code: string): void {
  expect([reply.status, reply.body.code, reply.body.status]).toEqual([status, code, status]);
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(Object.keys(reply.body).filter((key) => key !== "errors")).toEqual([
    "type",
    "title",
    "status",
    "detail",
    "code",
  ]);
  // No stack trace and no internal name.
  expect(reply.text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.[mc]?[jt]s\b|arn:aws|local-/);
}

describe("a request without a valid token gets the gateway's own 401", () => {
  /** A token with the local key, in the form of the local pool. Which claims the gateway accepts: token-issuer.test.ts. */
  async function token(claims: Record<string, unknown>, expires = Math.floor(Date.now() / 1_000) + MINUTE) {
    const key = await importPKCS8(readFileSync(join(system.dataFolder, "token-key.pem"), "utf8"), "RS256");
    const sub = JSON.parse(Buffer.from(user.token.split(".")[1] ?? "", "base64url").toString()).sub;
    const jwt = new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).setSubject(sub).setIssuer(LOCAL_ISSUER);
    return jwt.setExpirationTime(expires).sign(key);
  }

  const OWN = { token_use: "access", client_id: "magpie-local-client", scope: "magpie/full" };

  const tokens: Record<string, () => Promise<string | undefined>> = {
    "no token": async () => undefined,
    "no JWT": async () => "Bearer hello",
    "an expired token": async () => `Bearer ${await token(OWN, Math.floor(Date.now() / 1_000) - 1)}`,
    "another client": async () => `Bearer ${await token({ ...OWN, client_id: "someone-else" })}`,
    "no signature": async () => {
      const [, payload] = user.token.split(".");
      return `Bearer ${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    },
    "a changed payload": async () => {
      const [header, payload = "", signature] = user.token.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, "cognito:groups": ["admin"] })).toString("base64url");
      return `Bearer ${header}.${forged}.${signature}`;
    },
    "a token with another scheme": async () => `Basic ${user.token}`,
  };

  it.each(Object.entries(tokens))("%s", async (_what, authorization) => {
    const header = await authorization();
    const reply = await post(
      { "content-type": "application/json", ...(header === undefined ? {} : { authorization: header }) },
      JSON.stringify({ url: DECK }),
    );
    expect(reply.status).toBe(401);
    expect(reply.text).toBe('{"message":"Unauthorized"}');
    expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
    const headers = {
      "content-type": reply.headers.get("content-type"),
      "www-authenticate": reply.headers.get("www-authenticate"),
    };
    expect(undocumented("POST /v1/stocks", { ...reply, headers })).toEqual([]);
    await expectNothingStored();
  });

  it("while a valid token made in the same way is accepted", async () => {
    const reply = await request<StockPage>(system.api, "/v1/stocks", {
      headers: { authorization: `Bearer ${await token(OWN)}` },
    });
    expect([reply.status, reply.body.stocks]).toEqual([200, []]);
  });

  const answerTo = async (claims: Record<string, unknown>, path: string) => {
    const scoped = { scope: "openid magpie/full", ...claims };
    return request<Problem>(system.api, path, {
      headers: { authorization: `Bearer ${await token(scoped)}` },
    });
  };

  it("while an ID token with a scope, which the gateway accepts, is rejected with a problem", async () => {
    const idToken = { aud: "magpie-local-client", token_use: "id", "cognito:groups": ["admin"] };
    const reply = await answerTo(idToken, "/v1/stocks");
    expectProblem(reply, 401, "token_not_accepted");
    expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
    const another = await answerTo({ aud: ["magpie-local-client"], nonce: "n" }, "/v1/stocks");
    expectProblem(another, 401, "token_not_accepted");
  });

  it("while a token with us as its audience is accepted, for any client", async () => {
    const reply = await answerTo({ aud: ["other", "magpie-local-client"], client_id: "someone-else" }, "/v1/stocks");
    expect(reply.status).toBe(200);
  });

  it.each([
    [{ scope: undefined, scp: ["magpie/read"] }, 200],
    [{ scope: undefined }, 403],
  ])("while the scopes %j get %i", async (scopes, status) => {
    const reply = await answerTo({ client_id: "magpie-local-client", ...scopes }, "/v1/stocks");
    expect(reply.status).toBe(status);
  });

  it.each([
    [["editors", "admin"], 200],
    [["read only admin"], 403],
  ])("while groups %j get %i where an administrator is required", async (groups, status) => {
    const claims = { token_use: "access", client_id: "magpie-local-client", "cognito:groups": groups };
    expect((await answerTo(claims, "/v1/ops/queues")).status).toBe(status);
  });
});

describe("an invalid body is rejected, and nothing is stored", () => {
  it("no JSON, by the function", async () => {
    expectProblem(await post(json(), "{url:"), 400, "invalid_json");
    await expectNothingStored();
  });

  it("of more than Lambda's six megabytes, by the gateway", async () => {
    const body = "x".repeat(6 * 1_024 * 1_024 + 1);
    const { status, headers } = await post({ ...json(), "content-type": "text/plain" }, body);
    expect([status, headers.get("apigw-requestid")]).toEqual([413, null]);
    await expectNothingStored();
  });
});

describe("another user's resource", () => {
  it("looks like a missing one", async () => {
    const owner = await system.newUser();
    const { id } = await owner.settled((await owner.save("https://speakerdeck.com/ada/hers", "private")).id);
    system.sites.clearRequests();
    const there = await owner.stock(id);
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { memo: "mine now" }],
      ["DELETE", "", undefined],
      ["POST", "/refetch", undefined],
    ] as const) {
      const foreign = await user.call<Problem>(method, `/v1/stocks/${id}${path}`, body);
      expectProblem(foreign, 404, "not_found");
      const missing = await user.call<Problem>(method, `/v1/stocks/00000000-0000-8000-8000-000000000000${path}`, body);
      expect(foreign.text).toBe(missing.text);
    }
    expect(await owner.stock(id)).toEqual(there);
    await expectNothingStored();
  });
});

describe("an unknown path or method", () => {
  it.each(["/v0", "/v1/stocks/", "/v1/stocks/a/b"])("%s is 404", async (path) => {
    expectProblem(await request<Problem>(system.api, path), 404, "not_found");
  });

  it.each([
    ["PUT", "/v1/stocks", "GET, POST"],
    ["DELETE", "/v1/health", "GET"],
    ["GET", "/v1/stocks/some-id/refetch", "POST"],
  ])("%s %s is 405 with Allow", async (method, path, allow) => {
    const reply = await user.call<Problem>(method, path);
    expectProblem(reply, 405, "method_not_allowed");
    expect(reply.headers.get("allow")).toBe(allow);
  });

  it("the public routes need no token", async () => {
    const health = await request<unknown>(system.api, "/v1/health");
    expect([health.status, health.body]).toEqual([200, { status: "ok", version: VERSION }]);
    const openapi = await request<{ openapi: string; paths: object }>(system.api, "/openapi.json");
    expect(openapi.body.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(openapi.body.paths)).toContain("/v1/stocks/{id}/refetch");
  });
});

describe("CORS", () => {
  const words = (header: string | null) => (header ?? "").split(/\s*,\s*/).map((word) => word.toLowerCase());

  it("a preflight is answered without a token", async () => {
    const { status, headers } = await request(system.api, "/v1/stocks/some-id", {
      method: "OPTIONS",
      headers: {
        origin: "https://page.test",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,content-type,idempotency-key",
      },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(words(headers.get("access-control-allow-methods"))).toEqual(["*"]);
    expect(words(headers.get("access-control-allow-headers")).sort()).toEqual([
      "authorization",
      "content-encoding",
      "content-type",
      "idempotency-key",
    ]);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  it.each(["with", "without"])("an answer %s a token may be read by any page", async (token) => {
    const { headers } = await request(system.api, "/v1/stocks", {
      headers: { origin: "https://page.test", ...(token === "with" ? json() : {}) },
    });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(words(headers.get("access-control-expose-headers")).sort()).toEqual([
      "apigw-requestid",
      "idempotency-replayed",
      "location",
      "retry-after",
    ]);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });
});

it("the bare address of the machine links to the console", async () => {
  const page = await fetch(system.api, { headers: { "accept-encoding": "br, gzip" } });
  expect(await page.text()).toContain('<a href="/app/">');
});
