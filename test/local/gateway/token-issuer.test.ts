import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { JWTPayload } from "jose";
import { decodeJwt, decodeProtectedHeader, importPKCS8, SignJWT } from "jose";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LOCAL_ISSUER, TokenIssuer } from "../../../lib/local/gateway/token-issuer.ts";
import { CLIENT } from "../../../lib/local/template/identities.ts";
import { folderOfFile, folderOfTest } from "../temporary-folders.ts";

const folder = folderOfFile();
let issuer: TokenIssuer;

beforeAll(async () => {
  issuer = await TokenIssuer.open(folder);
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const verify = (token: string, expected = LOCAL_ISSUER, audience = CLIENT) =>
  issuer.verify(token, expected, [audience]);

it("a token that was valid is refused from its expiry on, and for another issuer or audience at any time", async () => {
  const token = await issuer.sign({ sub: "ada", groups: [], expiresInSeconds: 60 });
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await verify(token)).toMatchObject({ sub: "ada" });
    await expect(verify(token, "https://other.example")).rejects.toThrow(/iss/);
    await expect(verify(token, LOCAL_ISSUER, "another")).rejects.toThrow(/audience/);
  }
  vi.setSystemTime(Date.now() + 59_000);
  expect(await verify(token)).toMatchObject({ sub: "ada" });
  vi.setSystemTime(Date.now() + 1_000);
  await expect(verify(token)).rejects.toThrow(/exp/);
});

/** A token with these claims beside the client's, by the issuer's own key. */
async function signed(claims: JWTPayload, alg = "RS256"): Promise<string> {
  const key = await importPKCS8(readFileSync(join(folder, "token-key.pem"), "utf8"), alg);
  const base = { client_id: CLIENT, iss: LOCAL_ISSUER, exp: Math.floor(Date.now() / 1_000) + 60 };
  return new SignJWT({ ...base, ...claims }).setProtectedHeader({ alg }).sign(key);
}

it("an access token has Cognito's claims, and no aud", async () => {
  vi.setSystemTime(new Date("2026-11-20T03:00:00.900Z"));
  const token = await issuer.sign({ sub: "ada", groups: ["admin", "editors"], expiresInSeconds: 60 });
  const iat = Date.parse("2026-11-20T03:00:00Z") / 1_000;
  expect(decodeJwt(token)).toEqual({
    sub: "ada",
    username: "ada",
    client_id: CLIENT,
    token_use: "access",
    iss: LOCAL_ISSUER,
    "cognito:groups": ["admin", "editors"],
    scope: "magpie/full",
    iat,
    exp: iat + 60,
  });
  expect(decodeJwt(await issuer.sign({ sub: "ada", groups: [], expiresInSeconds: 60 }))).not.toHaveProperty(
    "cognito:groups",
  );
  const { keys } = await issuer.readKeySet();
  expect(keys).toMatchObject([{ kid: decodeProtectedHeader(token).kid, alg: "RS256", use: "sig", kty: "RSA" }]);
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
});

it.each<[string, JWTPayload, RegExp | null]>([
  ["without an expiry", { exp: undefined as never }, /no expiry/],
  ["that is issued later", { iat: 9_999_999_999 }, /issued later/],
  ["that is not valid yet", { nbf: 9_999_999_999 }, /nbf/],
  ["for several, of which one is meant", { aud: ["other", CLIENT] }, null],
  ["for another one than its client", { aud: "other" }, /another audience/],
  ["for nobody", { client_id: undefined }, /another audience/],
])("a token %s is judged as the gateway does", async (_, claims, refused) => {
  const token = await signed(claims);
  if (refused === null) expect(await verify(token)).toMatchObject(claims);
  else await expect(verify(token)).rejects.toThrow(refused);
});

it("a token of another algorithm, or of another key, is refused", async () => {
  await expect(verify(await signed({}, "PS256"))).rejects.toThrow();
  const stranger = await TokenIssuer.open(folderOfTest());
  await expect(verify(await stranger.sign({ sub: "ada", groups: [], expiresInSeconds: 60 }))).rejects.toThrow();
  expect(stranger.consoleSecret).not.toBe(issuer.consoleSecret);
});

it("the key is the same after a restart, for its owner only, and its secrets differ", async () => {
  const again = await TokenIssuer.open(folder);
  expect(await again.readKeySet()).toEqual(await issuer.readKeySet());
  expect([again.consoleSecret, again.grantSecret]).toEqual([issuer.consoleSecret, issuer.grantSecret]);
  expect(again.consoleSecret).not.toBe(again.grantSecret);
  expect(statSync(join(folder, "token-key.pem")).mode & 0o777).toBe(0o600);
});
