import { DatabaseSync } from "node:sqlite";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { LOCAL_ISSUER, TokenIssuer } from "../../../lib/local/gateway/token-issuer.ts";
import { folderOfTest } from "../temporary-folders.ts";
import { authorizationQuery, CALLBACK, CLIENT_ID, GRACE, ORIGIN, SIGNED_OUT, SignInSystem } from "./sign-in-system.ts";

let system: SignInSystem;

beforeEach(async () => {
  system = await SignInSystem.open();
});

describe("the sign-in page", () => {
  const shown = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await system.request(`/oauth2/authorize?${query}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it("asks for a name, without any script", async () => {
    const { status, headers, text } = await shown(authorizationQuery());
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toContain('<label for="username">User name</label>');
    expect(text).toContain('<label for="administrator">Administrator</label>');
    expect(text).toContain('<button type="submit">Sign in</button>');
    expect(text).not.toContain("<script");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self' http:\/\/127\.0\.0\.1:8787;/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    [{ lang: "ja" }, "en", "ja"],
    [{ ui_locales: "ja-JP en" }, "en", "ja"],
    [{}, "fr-FR, ja;q=0.8, en;q=0.5", "ja"],
    [{}, "de, en-GB;q=0.5, ja;q=0.1", "en"],
    [{}, "fr", "en"],
  ])("with %o and Accept-Language %s is in %s", async (changes, accepted, language) => {
    const { text } = await shown(authorizationQuery(changes), { "accept-language": accepted });
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(language === "ja" ? "ユーザー名" : "User name");
  });

  it("gives a code, once per name, to the client's callback address", async () => {
    const answer = await system.enter(authorizationQuery(), { username: "alice" });
    expect(answer.status).toBe(303);
    const location = new URL(answer.headers.get("location") ?? "");
    expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
    expect(location.searchParams.get("state")).toBe("s&1");
    expect(location.searchParams.get("code")).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ["", "empty"],
    ["a b", "with a space"],
    ["a".repeat(129), "too long"],
  ])("asks again for a name such as %j (%s)", async (username) => {
    const answer = await system.enter(authorizationQuery(), { username, administrator: "yes" });
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain('role="alert">Enter a user name of 1 to 128 characters, without spaces.');
    expect(text).toContain('value="yes" checked');
  });

  it("shows no markup of a request or a name", async () => {
    const { text } = await shown(authorizationQuery({ state: '"><img src=x>' }));
    const again = await (await system.enter(authorizationQuery(), { username: '"><img src=x> y' })).text();
    expect(text).not.toContain("<img");
    expect(again).not.toContain("<img");
  });

  it("takes no form from a page of another origin", async () => {
    const answer = await system.enter(authorizationQuery(), { username: "alice" }, { origin: "https://evil.example" });
    expect([answer.status, answer.headers.get("location")]).toEqual([403, null]);
  });

  it.each([
    ["an unknown client", { client_id: "stranger" }],
    ["the command line's client, which has no page", { client_id: "magpie-local-client" }],
    ["no client", { client_id: undefined }],
    ["another address", { redirect_uri: "https://evil.example/app/signed-in" }],
    ["an address below the callback address", { redirect_uri: `${CALLBACK}/more` }],
    ["the callback address with a query", { redirect_uri: `${CALLBACK}?x=1` }],
    ["no address", { redirect_uri: undefined }],
  ])("redirects nobody for a request with %s", async (_what, changes) => {
    for (const answer of [
      await system.request(`/oauth2/authorize?${authorizationQuery(changes)}`),
      await system.enter(authorizationQuery(changes), { username: "alice" }),
    ]) {
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      expect(await answer.text()).toMatch(
        /The user pool has no client|is not one of the client&#39;s callback addresses/,
      );
    }
  });

  it.each([
    ["unsupported_response_type", { response_type: "token" }],
    ["invalid_scope", { scope: "openid aws.cognito.signin.user.admin" }],
    ["invalid_request", { code_challenge: undefined }],
    ["invalid_request", { code_challenge_method: undefined }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge: "short" }],
    ["login_required", { prompt: "none" }],
  ])("tells the client %s for %o", async (error, changes) => {
    const answer = await system.request(`/oauth2/authorize?${authorizationQuery(changes)}`);
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get("location") ?? "");
    expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state: "s&1" });
  });

  it("accepts both names of this machine, and the site's own host alone where it has one", async () => {
    const status = async (at: SignInSystem, redirectUri: string) =>
      (await at.request(`/oauth2/authorize?${authorizationQuery({ redirect_uri: redirectUri })}`)).status;
    expect(await status(system, "http://localhost:8787/app/signed-in")).toBe(200);
    const elsewhere = await SignInSystem.open("https://alice.example");
    expect(await status(elsewhere, "https://alice.example/app/signed-in")).toBe(200);
    expect(await status(elsewhere, CALLBACK)).toBe(400);
  });
});

describe("the address of the console", () => {
  const opened = (address: string) => system.request(new URL(address).pathname, { headers: { cookie: "" } });

  it("lets the browser in for a year, and leads to the console", async () => {
    const answer = await opened(system.consoleUrl);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${ORIGIN}/app/`]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [one, other, ...more] = answer.headers.getSetCookie();
    expect(one).toMatch(/^magpie-[0-9a-f]{8}=[\w-]{43}; Max-Age=31536000; Path=\/oauth2; HttpOnly; SameSite=Lax$/);
    expect(other).toBe(one?.replace("/oauth2", "/_local"));
    expect(more).toEqual([]);
  });

  it("with another secret does nothing", async () => {
    const answer = await opened(`${system.consoleUrl.slice(0, -1)}!`);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([404, []]);
  });

  it("is another one for each data folder, and the same at each start", async () => {
    const other = await SignInSystem.open();
    expect(other.consoleUrl).not.toBe(system.consoleUrl);
    const folder = folderOfTest();
    const [first, second] = [await TokenIssuer.open(folder), await TokenIssuer.open(folder)];
    expect(second.consoleSecret).toBe(first.consoleSecret);
  });
});

describe("who has not read the data folder", () => {
  const bearer = (token: string | undefined) => ({ cookie: "", authorization: `Bearer ${token}` });
  const inOneHour = (sub: string) => ({ sub, groups: ["admin"], expiresInSeconds: 3_600 });
  const strangers: readonly (readonly [who: string, headers: () => Promise<Readonly<Record<string, string>>>])[] = [
    ["without anything", async () => ({ cookie: "" })],
    ["with a guess", async () => ({ cookie: `magpie-00000000=${"a".repeat(43)}` })],
    [
      "with the token of a person who signed in",
      async () => bearer((await system.exchange(await system.code({ username: "local-admin" }))).access_token),
    ],
    ["with the token of another user", async () => bearer(await system.tokens.sign(inOneHour("alice")))],
    [
      "with a token that has expired",
      async () => bearer(await system.tokens.sign({ ...inOneHour("local-admin"), expiresInSeconds: -1 })),
    ],
    [
      "with the token of another data folder",
      async () => bearer(await (await SignInSystem.open()).tokens.sign(inOneHour("local-admin"))),
    ],
  ];

  it.each(strangers)("%s gets neither the page nor a code", async (_who, headersOf) => {
    const headers = await headersOf();
    const page = await system.request(`/oauth2/authorize?${authorizationQuery()}`, { headers });
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining("npm start printed")]);
    const entered = await system.enter(authorizationQuery(), { username: "mallory" }, headers);
    expect([entered.status, entered.headers.get("location")]).toEqual([403, null]);
  });

  it("a program with a token of outputs.json signs in", async () => {
    const headers = bearer(await system.tokens.sign(inOneHour("local-admin")));
    expect((await system.enter(authorizationQuery(), { username: "alice" }, headers)).status).toBe(303);
  });
});

describe("the token endpoint", () => {
  it("gives tokens of the pool's form for a code", async () => {
    const form = { username: "alice@magpie.example", administrator: "yes" };
    const tokens = await system.exchange(await system.code(form, { nonce: "n-1" }));
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 600 });
    const access = await system.tokens.verify(tokens.access_token ?? "", LOCAL_ISSUER, [CLIENT_ID]);
    expect(access).toMatchObject({
      sub: form.username,
      username: form.username,
      client_id: CLIENT_ID,
      token_use: "access",
      scope: "openid email",
      "cognito:groups": ["admin"],
    });
    expect(access).not.toHaveProperty("aud");
    expect(Number(access.exp) - Number(access.iat)).toBe(600);
    const id = decodeJwt(tokens.id_token ?? "");
    expect(id).toMatchObject({
      sub: form.username,
      aud: CLIENT_ID,
      iss: LOCAL_ISSUER,
      token_use: "id",
      email: form.username,
      nonce: "n-1",
    });
    expect(Number(id.exp) - Number(id.iat)).toBe(300);
  });

  it("compares names as the pool does: without case", async () => {
    const tokens = await system.exchange(await system.code({ username: "Alice@Magpie.example" }));
    expect(decodeJwt(tokens.access_token ?? "").sub).toBe("alice@magpie.example");
  });

  it("gives a person who is no administrator no group, and no ID token without the scope openid", async () => {
    const tokens = await system.exchange(await system.code({ username: "bob" }, { scope: "email" }));
    expect(decodeJwt(tokens.access_token ?? "")).not.toHaveProperty("cognito:groups");
    expect(tokens.id_token).toBeUndefined();
  });

  it("takes a code once", async () => {
    const code = await system.code();
    expect(await system.exchange(code)).toHaveProperty("access_token");
    expect(await system.exchange(code)).toMatchObject({ error: "invalid_grant" });
  });

  it.each([
    ["another verifier", { code_verifier: "w".repeat(43) }, "invalid_grant"],
    ["the challenge as verifier", { code_verifier: "short" }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["another callback address", { redirect_uri: "http://localhost:8787/app/signed-in" }, "invalid_grant"],
    ["no client", { client_id: "" }, "invalid_client"],
    ["the command line's client", { client_id: "magpie-local-client" }, "invalid_client"],
    ["an unknown grant", { grant_type: "password" }, "unsupported_grant_type"],
    ["an unknown code", { code: "guessed" }, "invalid_grant"],
  ])("refuses %s", async (_what, changes, error) => {
    expect(await system.exchange(await system.code(), changes)).toEqual({
      error,
      error_description: expect.any(String),
    });
  });

  it("gives a stolen code one attempt", async () => {
    const code = await system.code();
    await system.exchange(code, { code_verifier: "w".repeat(43) });
    expect(await system.exchange(code)).toMatchObject({ error: "invalid_grant" });
  });

  it("takes a code for five minutes", async () => {
    const codes = [await system.code(), await system.code()];
    system.now += 300_000;
    expect(await system.exchange(codes[0] ?? "")).toHaveProperty("access_token");
    system.now += 1;
    expect(await system.exchange(codes[1] ?? "")).toMatchObject({ error: "invalid_grant" });
  });

  it("refuses other bodies than forms, and repeated parameters; pages of any origin may read why", async () => {
    const json = await system.request("/oauth2/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const repeated = await system.request("/oauth2/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `client_id=${CLIENT_ID}&client_id=${CLIENT_ID}`,
    });
    for (const answer of [json, repeated]) {
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
      expect(await answer.json()).toMatchObject({ error: "invalid_request" });
    }
  });
});

describe("a refresh token", () => {
  it("is replaced at each use, and keeps person, session and scope", async () => {
    const first = await system.exchange(await system.code({ username: "alice", administrator: "yes" }));
    const second = await system.refresh(first.refresh_token);
    expect(second.refresh_token).toBeDefined();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const kept = ({ access_token = "" }) => {
      const { sub, origin_jti, auth_time, scope, "cognito:groups": groups } = decodeJwt(access_token);
      return { sub, origin_jti, auth_time, scope, groups };
    };
    expect(kept(second)).toEqual(kept(first));
    expect(decodeJwt(second.id_token ?? "")).toMatchObject({ sub: "alice" });
  });

  it("may be used again for the time of grace, as by another tab, and not later", async () => {
    const { refresh_token: token } = await system.exchange(await system.code());
    await system.refresh(token);
    system.now += GRACE * 1_000;
    expect(await system.refresh(token)).toHaveProperty("access_token");
    system.now += 1;
    expect(await system.refresh(token)).toMatchObject({ error: "invalid_grant" });
  });

  it("is not prolonged by its replacements", async () => {
    const { refresh_token: first } = await system.exchange(await system.code());
    system.now += 2 * 3_600_000 - 1;
    const { refresh_token: second } = await system.refresh(first);
    expect(second).toBeDefined();
    system.now += 2;
    expect(await system.refresh(second)).toMatchObject({ error: "invalid_grant" });
  });

  it("is not replaced where the client's are not rotated", async () => {
    const plain = await SignInSystem.open(ORIGIN, { RefreshTokenRotation: undefined });
    const { refresh_token: token } = await plain.exchange(await plain.code());
    plain.now += 10 * GRACE * 1_000;
    const renewed = await plain.refresh(token);
    expect(renewed.access_token).toBeDefined();
    expect(renewed.refresh_token).toBeUndefined();
  });

  it("is invalid with its replacements once one of them is revoked, and other sessions go on", async () => {
    const other = await system.exchange(await system.code());
    const first = await system.exchange(await system.code());
    const second = await system.refresh(first.refresh_token);
    const form = { token: first.refresh_token ?? "", client_id: CLIENT_ID };
    const answer = await system.post("/oauth2/revoke", form);
    expect([answer.status, await answer.text(), answer.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "",
      "*",
    ]);
    expect(await system.refresh(first.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await system.refresh(second.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await system.refresh(other.refresh_token)).toHaveProperty("access_token");
  });

  it("is invalid once the key in the data folder was deleted, and with it every token", async () => {
    const database = new DatabaseSync(":memory:");
    const before = await SignInSystem.open(ORIGIN, {}, database);
    const { refresh_token: token } = await before.exchange(await before.code());
    const after = await SignInSystem.open(ORIGIN, {}, database);
    expect(await after.refresh(token)).toMatchObject({ error: "invalid_grant" });
    expect(await before.refresh(token)).toHaveProperty("access_token");
  });

  it("is the only token that can be revoked", async () => {
    const { access_token: token = "" } = await system.exchange(await system.code());
    const refused = async (form: Readonly<Record<string, string>>) =>
      (await system.post("/oauth2/revoke", form)).json();
    expect(await refused({ token, client_id: CLIENT_ID })).toMatchObject({ error: "unsupported_token_type" });
    expect(await refused({ client_id: CLIENT_ID })).toMatchObject({ error: "invalid_request" });
    expect(await refused({ token: "x" })).toMatchObject({ error: "invalid_client" });
    expect((await system.post("/oauth2/revoke", { token: "unknown", client_id: CLIENT_ID })).status).toBe(200);
  });
});

describe("signing out", () => {
  const signedOut = (query: Readonly<Record<string, string>>) =>
    system.request(`/logout?${new URLSearchParams(query)}`);

  it("returns to the client's logout address", async () => {
    for (const address of [SIGNED_OUT, "http://localhost:8787/app/"]) {
      const answer = await signedOut({ client_id: CLIENT_ID, logout_uri: address });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, address]);
    }
  });

  it.each([
    ["another address", { client_id: CLIENT_ID, logout_uri: "https://evil.example/" }],
    ["the callback address", { client_id: CLIENT_ID, logout_uri: CALLBACK }],
    ["OpenID Connect's own parameter", { client_id: CLIENT_ID, post_logout_redirect_uri: SIGNED_OUT }],
    ["no client", { logout_uri: SIGNED_OUT }],
  ])("redirects nobody with %s", async (_what, query) => {
    const answer = await signedOut(query as Readonly<Record<string, string>>);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(await answer.text()).toContain("Signing in or out is not possible here");
  });
});

it("tells pages of any origin where its endpoints are", async () => {
  const answer = await system.request("/us-east-1_magpielocal/.well-known/openid-configuration");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(await answer.json()).toMatchObject({
    issuer: LOCAL_ISSUER,
    authorization_endpoint: `${ORIGIN}/oauth2/authorize`,
    token_endpoint: `${ORIGIN}/oauth2/token`,
    revocation_endpoint: `${ORIGIN}/oauth2/revoke`,
    end_session_endpoint: `${ORIGIN}/logout`,
    code_challenge_methods_supported: ["S256"],
  });
});
