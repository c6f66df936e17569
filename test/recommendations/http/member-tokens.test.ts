import type { JWTPayload } from "jose";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MemberTokens } from "../../../lambdas/recommendations/http/member-tokens.ts";
import { memberTokens } from "../../../lambdas/recommendations/http/member-tokens.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import type { SiteAnswers } from "../readers/site-fetch.ts";
import { siteFetch } from "../readers/site-fetch.ts";

const ISSUER = "https://issuer.example/pool";
const CONFIGURATION = `${ISSUER}/.well-known/openid-configuration`;
const KEYS = "https://keys.example/of/pool.json";
const HOUR = 3_600;

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

const log = capturedLog();
let keys: Keys;
let others: Keys;
let keySet: object;
let fetched: string[];
let answers: SiteAnswers;
let tokens: MemberTokens;

beforeAll(async () => {
  keys = await generateKeyPair("RS256");
  others = await generateKeyPair("RS256");
  keySet = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "key-1", alg: "RS256", use: "sig" }] };
});

beforeEach(() => {
  fetched = [];
  answers = working();
  const issuer = siteFetch(() => answers);
  const fetch: OutboundFetch = (request) => {
    fetched.push(String(request.url));
    return issuer(request);
  };
  tokens = memberTokens({ url: ISSUER, audience: ["app", "site"] }, fetch);
});

function working(): SiteAnswers {
  return { [CONFIGURATION]: { issuer: ISSUER, jwks_uri: KEYS }, [KEYS]: keySet };
}

interface Made {
  readonly claims?: JWTPayload;
  readonly issuer?: string;
  /** Null for a token without `sub`. */
  readonly subject?: string | null;
  /** Seconds; null for a token without `exp`. */
  readonly expiresIn?: number | null;
  readonly key?: Keys;
  readonly keyId?: string;
}

async function token(made: Made = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const { expiresIn = HOUR } = made;
  const unsigned = new SignJWT(made.claims ?? { client_id: "app", token_use: "access" })
    .setProtectedHeader({ alg: "RS256", kid: made.keyId ?? "key-1" })
    .setIssuer(made.issuer ?? ISSUER)
    .setIssuedAt(now);
  if (made.subject !== null) unsigned.setSubject(made.subject ?? "mia");
  if (expiresIn !== null) unsigned.setExpirationTime(now + expiresIn);
  return unsigned.sign((made.key ?? keys).privateKey);
}

const memberOf = async (made?: Made) => tokens.verifyMember(`Bearer ${await token(made)}`);

describe("a token", () => {
  it.each<[string, JWTPayload]>([
    ["as its client, like Cognito's access tokens", { client_id: "app" }],
    ["as its audience", { aud: "site" }],
    ["among others", { aud: ["elsewhere", "site"] }],
    ["as its audience, beside another client", { aud: "site", client_id: "elsewhere" }],
  ])("that names our site %s identifies the member", async (_how, claims) => {
    expect(await memberOf({ claims })).toBe("mia");
  });

  it.each<[string, Made]>([
    ["for another audience", { claims: { client_id: "elsewhere" } }],
    ["whose audience is another one, though its client is ours", { claims: { aud: "elsewhere", client_id: "app" } }],
    ["without an audience", { claims: {} }],
    ["that is Cognito's ID token", { claims: { aud: "app", token_use: "id" } }],
    ["that is another issuer's ID token", { claims: { aud: "app", nonce: "n" } }],
    ["of another issuer", { issuer: "https://other.example/pool" }],
    ["that has expired", { expiresIn: -1 }],
    ["that never expires", { expiresIn: null }],
    ["of nobody", { subject: "" }],
    ["without a subject", { subject: null }],
    ["with an unknown key", { keyId: "key-2" }],
  ])("%s identifies no member", async (_what, made) => {
    expect(await memberOf(made)).toBeNull();
  });

  it("may follow its scheme after several blanks, and in any case of its letters", async () => {
    expect(await tokens.verifyMember(`bearer  ${await token()}`)).toBe("mia");
  });

  it("with another issuer's signature identifies no member", async () => {
    expect(await memberOf({ key: others })).toBeNull();
  });

  it.each([undefined, "", "Bearer", "Bearer ", "Bearer a b", "Basic Bearer a", "Basic bWlhOm1pYQ=="])(
    "is not parsed from %j, and no keys are fetched for it",
    async (authorization) => {
      expect(await tokens.verifyMember(authorization)).toBeNull();
      expect(fetched).toEqual([]);
    },
  );

  it.each(["Bearer x", "Bearer a.b.c", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJtaWEifQ."])(
    "is not parsed from %j",
    async (text) => {
      expect(await tokens.verifyMember(text)).toBeNull();
    },
  );
});

describe("the issuer's keys", () => {
  it("are found through its configuration and fetched once, for the first token", async () => {
    await memberOf();
    await memberOf({ subject: "noa" });
    expect(fetched).toEqual([CONFIGURATION, KEYS]);
  });

  it("are found when the issuer's address ends with a slash", async () => {
    const issuer = `${ISSUER}/`;
    answers = { ...answers, [CONFIGURATION]: { issuer, jwks_uri: KEYS } };
    tokens = memberTokens(
      { url: issuer, audience: ["app"] },
      siteFetch(() => answers),
    );
    expect(await memberOf({ issuer })).toBe("mia");
  });

  it.each<[string, SiteAnswers, string]>([
    ["belong to another issuer", { [CONFIGURATION]: { issuer: "https://other.example", jwks_uri: KEYS } }, "another"],
    ["don't exist", { [KEYS]: undefined as never }, "404"],
  ])("%s: the log states why the token is refused", async (_what, failing, why) => {
    answers = { ...working(), ...failing };
    expect(await memberOf()).toBeUndefined();
    expect(JSON.stringify(log.lines("token_keys_not_fetched"))).toContain(why);
  });

  it.each<[string, SiteAnswers]>([
    ["can't be fetched", { [KEYS]: null }],
    ["don't exist", { [KEYS]: undefined as never }],
    ["can't be found, since the configuration can't be fetched", { [CONFIGURATION]: null }],
    ["can't be found, since there is no configuration", { [CONFIGURATION]: undefined as never }],
    ["are not named in the configuration", { [CONFIGURATION]: { issuer: ISSUER } }],
    ["belong to another issuer", { [CONFIGURATION]: { issuer: "https://other.example", jwks_uri: KEYS } }],
    ["are at an address without TLS", { [CONFIGURATION]: { issuer: ISSUER, jwks_uri: KEYS.replace("https", "http") } }],
    ["are at a file address", { [CONFIGURATION]: { issuer: ISSUER, jwks_uri: "file:///etc/keys.json" } }],
  ])("%s: the token is refused, and the next token fetches them again", async (_what, failing) => {
    answers = { ...working(), ...failing };
    expect(await memberOf()).toBeUndefined();
    expect(log.lines("token_keys_not_fetched")).toHaveLength(1);
    answers = working();
    expect(await memberOf()).toBe("mia");
  });
});
