import { describe, expect, it } from "vitest";
import { callerOf } from "../../../lambdas/shared/http/caller.ts";
import type { HttpEvent } from "../../../lambdas/shared/http/http-api.ts";
import { gatewayEvent } from "../../../lib/local/gateway/gateway-event.ts";
import { httpEvent } from "../../emulators/http-event.ts";

const route = "GET /v1/stocks";
const COGNITO = "cognito:groups";
const ROLES = "https://example.com/roles";

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT as the gateway has verified it; its signature is invalid. */
const jwt = (claims: unknown, header: unknown = { alg: "RS256" }) => `${base64(header)}.${base64(claims)}.c2ln`;

/** An event with a header and with the given claims. */
function event(authorization: string | undefined, claims: Record<string, unknown>): HttpEvent {
  const { requestContext, ...rest } = httpEvent({ route, user: null });
  return {
    ...rest,
    headers: authorization === undefined ? {} : { authorization },
    requestContext: {
      ...requestContext,
      authorizer: { principalId: "", integrationLatency: 0, jwt: { claims, scopes: [] } },
    } as unknown as HttpEvent["requestContext"],
  };
}

/** The event that the gateway makes of a token with these claims, which become texts. */
function behindGateway(claims: Record<string, unknown>, header?: unknown): HttpEvent {
  const all = { sub: "bob", client_id: "app", ...claims };
  const token = jwt(all, header);
  const { requestContext } = gatewayEvent({
    request: new Request("http://127.0.0.1/v1/stocks"),
    body: Buffer.alloc(0),
    sourceIp: "127.0.0.1",
    requestId: "request-1",
    now: new Date(0),
    matched: { route: { key: route, authorizer: undefined, function: {} as never }, parameters: {} },
    claims: all,
  });
  return event(`Bearer ${token}`, requestContext.authorizer?.jwt.claims ?? {});
}

describe("the caller", () => {
  it("is the token's sub", () => {
    expect(callerOf(httpEvent({ route, user: "bob" }), COGNITO)).toEqual({ userId: "bob", isAdmin: false });
  });

  it("is null without an authorizer, without a sub and with an empty one", () => {
    expect(callerOf(httpEvent({ route, user: null }), COGNITO)).toBeNull();
    expect(callerOf(event(undefined, {}), COGNITO)).toBeNull();
    expect(callerOf(event(undefined, { sub: "" }), COGNITO)).toBeNull();
    expect(callerOf(event(undefined, { sub: 7 }), COGNITO)).toBeNull();
  });
});

describe("an administrator", () => {
  it.each<[unknown, boolean]>([
    [["admin"], true],
    [["admin", "editors"], true],
    [["editors", "admin"], true],
    [["read only", "admin"], true],
    ["admin", true],
    [["editors"], false],
    [["superadmin"], false],
    [["admins"], false],
    [["Admin"], false],
    [["not-admin", "admin-readers"], false],
    [[], false],
    [["read only admin"], false],
    [["admin editors"], false],
    [["admin,editors"], false],
    [["editors,admin"], false],
    [[" admin"], false],
    [["admin "], false],
    [["\u00a0admin\u2003"], false],
    [["x\u2028admin"], false],
    [["x\tadmin\ny"], false],
    [['"admin"'], false],
    [["[admin]"], false],
    [["editors] [admin]"], false],
    [['["admin"]'], false],
    [["ａｄｍｉｎ"], false],
    [["аdmin"], false],
    [[["admin"]], false],
    [["editors", ["admin"]], false],
    [[{ name: "admin" }], false],
    [["admin", 7], false],
    [["admin", null], false],
    ["admin editors", false],
    ["admin,editors", false],
    ["[admin]", false],
    ['["admin"]', false],
    [{ admin: true }, false],
    [{ 0: "admin", length: 1 }, false],
    [true, false],
    [7, false],
    [null, false],
    ["", false],
  ])("is one with the claim %j: %s", (claim, isAdmin) => {
    for (const name of [COGNITO, ROLES])
      expect(callerOf(behindGateway({ [name]: claim }), name)?.isAdmin).toBe(isAdmin);
  });

  it("is recognized by the claim in the settings only, and by no similar name", () => {
    expect(callerOf(behindGateway({ [ROLES]: ["admin"] }), ROLES)?.isAdmin).toBe(true);
    expect(callerOf(behindGateway({ [ROLES]: ["admin"] }), COGNITO)?.isAdmin).toBe(false);
    expect(callerOf(behindGateway({ [COGNITO]: ["admin"] }), ROLES)?.isAdmin).toBe(false);
    const others = { groups: ["admin"], "cognito:username": "admin", "https://example.com/roles/": ["admin"] };
    expect(callerOf(behindGateway(others), ROLES)?.isAdmin).toBe(false);
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(callerOf(behindGateway({}), name)?.isAdmin).toBe(false);
    }
  });

  it("is not recognized in an event without a token, unless its claim is unambiguous", () => {
    const isAdmin = (claim: unknown) => callerOf(event(undefined, { sub: "bob", [COGNITO]: claim }), COGNITO)?.isAdmin;
    expect(isAdmin(["editors", "admin"])).toBe(true);
    expect(isAdmin("[admin]")).toBe(true);
    expect(isAdmin("[read only admin]")).toBe(false);
    expect(isAdmin("[admin editors]")).toBe(false);
    expect(isAdmin("[[admin]]")).toBe(false);
    expect(isAdmin("[x,admin]")).toBe(false);
    expect(isAdmin("x[admin]")).toBe(false);
    expect(isAdmin("[admin]x")).toBe(false);
  });
});

describe("a token", () => {
  const refused = expect.objectContaining({
    status: 401,
    code: "token_not_accepted",
    message: expect.stringContaining("Send the access token"),
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
  const given = (claims: Record<string, unknown>, header?: unknown) => {
    try {
      return callerOf(behindGateway({ client_id: undefined, ...claims }, header), COGNITO)?.userId;
    } catch (error) {
      return error;
    }
  };

  it.each<[string, Record<string, unknown>, unknown?]>([
    ["Cognito's access token", { token_use: "access", client_id: "app" }],
    ["one of RFC 9068", { aud: "api", nonce: "n" }, { alg: "RS256", typ: "at+jwt" }],
    ["one of RFC 9068, in full", { aud: "api" }, { alg: "RS256", typ: "application/at+JWT" }],
    ["Keycloak's access token", { typ: "Bearer", azp: "app", aud: "app", nonce: "n" }],
    ["Auth0's access token", { aud: ["api", "https://t.example/userinfo"], azp: "app", scope: "openid" }],
    ["Entra's access token", { aud: "api", azp: "app", scp: "read" }],
    ["one with an audience only", { aud: "api" }],
  ])("is accepted: %s", (_what, claims, header) => {
    expect(given(claims, header)).toBe("bob");
  });

  it.each<[string, Record<string, unknown>, unknown?]>([
    ["Cognito's ID token", { token_use: "id", aud: "app" }],
    ["Cognito's ID token that names a client, too", { token_use: "id", client_id: "app", scope: "openid" }],
    ["a use that is no word", { token_use: ["access"] }],
    ["Keycloak's ID token", { typ: "ID", aud: "app", azp: "app" }],
    ["an ID token with a nonce", { aud: "app", nonce: "n" }],
    ["an ID token with its access token's hash", { aud: ["app"], at_hash: "h" }],
    ["an ID token with a code's hash", { aud: ["app"], c_hash: "h" }],
    ["an ID token whose audience is its app", { aud: ["app"], azp: "app" }],
  ])("is rejected: %s", (_what, claims, header) => {
    expect(given(claims, header)).toEqual(refused);
  });

  it.each([
    ["another's token", `Bearer ${jwt({ sub: "eve", token_use: "access", [COGNITO]: ["admin"] })}`],
    ["two tokens", `Bearer ${jwt({ sub: "bob" })}, Bearer ${jwt({ sub: "bob", [COGNITO]: ["admin"] })}`],
    ["no JWT", "Bearer abc"],
    ["a JWT of a list", `Bearer ${jwt(["bob"])}`],
    ["a JWT of null", `Bearer ${jwt(null)}`],
    ["nothing", ""],
  ])("is rejected when the header has %s beside the gateway's claims", (_what, authorization) => {
    expect(() => callerOf(event(authorization, { sub: "bob", [COGNITO]: "[admin]" }), COGNITO)).toThrow(
      expect.objectContaining({ code: "token_not_accepted" }),
    );
  });

  it("that is missing in the event is judged by the gateway's claims", () => {
    expect(() => callerOf(event(undefined, { sub: "bob", token_use: "id" }), COGNITO)).toThrow();
  });
});
