type Json = Readonly<Record<string, unknown>>;

/** The contents of a JWT, decoded without verifying its signature. */
export interface TokenContent {
  readonly header: Json;
  readonly claims: Json;
}

/** The longest header that is parsed: API Gateway accepts 10,240 bytes of headers in total. */
const MOST_LETTERS = 10_240;

/** The token of an `Authorization` header, with or without the scheme Bearer; undefined without one. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > MOST_LETTERS) return undefined;
  return /^(?:Bearer +)?([\w.-]+)$/i.exec(authorization)?.[1];
}

/** Decodes a token that has been verified elsewhere. @returns null for a text that is no JWT */
export function tokenContent(token: string): TokenContent | null {
  const [header, claims, , ...more] = token.split(".");
  if (header === undefined || claims === undefined || more.length > 0) return null;
  const content = { header: jsonObject(header), claims: jsonObject(claims) };
  return content.header === null || content.claims === null ? null : (content as TokenContent);
}

function jsonObject(part: string): Json | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    // A JWT's parts are JSON.
    return null;
  }
}

/** Claims that only an ID token has (OpenID Connect Core, 2 and 3.3.2.11). */
const ID_CLAIMS = ["nonce", "at_hash", "c_hash", "s_hash"];
/** Claims that an access token has and an ID token has not: what was granted, or to which client. */
const ACCESS_CLAIMS = ["scope", "scp", "client_id", "cid", "appid", "permissions", "gty"];

/**
 * Whether a verified token may be used at an API. An ID token may not: it says who signed in to an app, yet API Gateway
 * accepts one whose `aud` is in the audience. Issuers distinguish the two in different ways; the first of these that is
 * present decides:
 *
 * 1. claim `token_use` (Cognito): `access`
 * 2. header `typ` (RFC 9068): `at+jwt`
 * 3. claim `typ` (Keycloak): `Bearer`
 * 4. a claim that only an ID token carries: refused
 * 5. a claim that only an access token carries: accepted
 * 6. `azp`, the app, is the audience: refused, since the token is for the app and not for an API
 *
 * A token without any of these is accepted. An issuer of such tokens needs an audience that names the API alone: an ID
 * token's audience is the app.
 */
export function isAccessToken({ header, claims }: TokenContent): boolean {
  if (claims.token_use !== undefined) return claims.token_use === "access";
  if (typeof header.typ === "string" && /^(application\/)?at\+jwt$/i.test(header.typ)) return true;
  if (claims.typ !== undefined) return claims.typ === "Bearer";
  if (ID_CLAIMS.some((name) => claims[name] !== undefined)) return false;
  if (ACCESS_CLAIMS.some((name) => claims[name] !== undefined)) return true;
  return claims.azp === undefined || ![claims.aud].flat().includes(claims.azp);
}
