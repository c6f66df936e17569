import { describe, expect, it } from "vitest";
import { bearerToken, isAccessToken, tokenContent } from "../../../lambdas/shared/http/bearer-token.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("the header Authorization", () => {
  it.each([
    ["Bearer a.b.c", "a.b.c"],
    ["bearer   a.b.c", "a.b.c"],
    ["a.b.c", "a.b.c"],
    [`Bearer ${"a".repeat(10_240 - "Bearer ".length)}`, "a".repeat(10_240 - "Bearer ".length)],
  ])("%.20s has a token", (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it.each([undefined, "", "Basic a.b.c", "Bearer a b", " Bearer a", "a".repeat(10_241)])("%.20s has none", (header) => {
    expect(bearerToken(header)).toBeUndefined();
  });
});

describe("the content of a token", () => {
  it("is its header and its claims, with or without a signature", () => {
    const content = { header: { alg: "none" }, claims: { sub: "bob" } };
    const unsigned = `${part(content.header)}.${part(content.claims)}`;
    for (const token of [unsigned, `${unsigned}.`, `${unsigned}.c2ln`]) expect(tokenContent(token)).toEqual(content);
  });

  it.each([
    "",
    part({}),
    `${part({})}.`,
    `.${part({})}`,
    `${part({})}.${part({})}.c2ln.c2ln`,
    ...[[], null, "text", 7].flatMap((odd) => [`${part({})}.${part(odd)}`, `${part(odd)}.${part({})}`]),
  ])("is null for %j", (token) => {
    expect(tokenContent(token)).toBeNull();
  });
});

describe("an ID token", () => {
  const nonce = { nonce: "n" };

  it.each(["xat+jwt", "at+jwtx", "x/at+jwt", "JWT", ["at+jwt"]])("is no access token by the type %j", (typ) => {
    expect(isAccessToken({ header: { typ }, claims: nonce })).toBe(false);
  });

  it.each(["scope", "scp", "client_id", "cid", "appid", "permissions", "gty"])(
    "for an app is told from an access token for it by claim %s",
    (name) => {
      const claims = { aud: "app", azp: "app" };
      expect(isAccessToken({ header: {}, claims })).toBe(false);
      expect(isAccessToken({ header: {}, claims: { ...claims, [name]: "x" } })).toBe(true);
      expect(isAccessToken({ header: {}, claims: { ...claims, ...nonce, [name]: "x" } })).toBe(false);
    },
  );
});
