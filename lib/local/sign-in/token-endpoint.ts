import { createHash } from "node:crypto";
import type { TokenIssuer } from "../gateway/token-issuer.ts";
import type { AppClient } from "./app-client.ts";
import type { Grant, Grants } from "./grants.ts";

export interface TokenEndpoint {
  readonly clients: ReadonlyMap<string, AppClient>;
  readonly grants: Grants;
  readonly tokens: TokenIssuer;
}

/** The body of a successful answer (RFC 6749, 5.1; OpenID Connect Core 1.0, 3.1.3.3). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
  readonly token_type: "Bearer";
  /** Seconds. */
  readonly expires_in: number;
}

/** A request that the endpoint refuses (RFC 6749, 5.2). */
export interface TokenError {
  readonly error:
    | "invalid_request"
    | "invalid_client"
    | "invalid_grant"
    | "unsupported_grant_type"
    | "unsupported_token_type";
  readonly error_description: string;
}

/** Letters of a code verifier (RFC 7636, 4.1). */
const CODE_VERIFIER = /^[\w.~-]{43,128}$/;

/** Reads a body `application/x-www-form-urlencoded`. */
export function readForm(contentType: string | undefined, body: string): URLSearchParams | TokenError {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? "")) {
    return refused("invalid_request", "the body must be application/x-www-form-urlencoded");
  }
  const form = new URLSearchParams(body);
  const repeated = [...new Set(form.keys())].find((name) => form.getAll(name).length > 1);
  return repeated === undefined ? form : refused("invalid_request", `${repeated} is given more than once`);
}

export async function exchange(form: URLSearchParams, endpoint: TokenEndpoint): Promise<TokenAnswer | TokenError> {
  const client = endpoint.clients.get(form.get("client_id") ?? "");
  if (client === undefined) return refused("invalid_client", "client_id is missing or names no client of the pool");
  switch (form.get("grant_type")) {
    case "authorization_code":
      return exchangeCode(form, client, endpoint);
    case "refresh_token":
      return refresh(form, client, endpoint);
    default:
      return refused("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
  }
}

/** Ends the session of a refresh token (RFC 7009). @returns undefined when it has ended, or for an unknown token */
export function revoke(form: URLSearchParams, { clients, grants }: TokenEndpoint): TokenError | undefined {
  const client = clients.get(form.get("client_id") ?? "");
  if (client === undefined) return refused("invalid_client", "client_id is missing or names no client of the pool");
  const token = form.get("token") ?? "";
  if (token === "") return refused("invalid_request", "token is missing");
  // Cognito revokes refresh tokens only: an access token is valid until it expires.
  if (token.split(".").length === 3) return refused("unsupported_token_type", "only refresh tokens can be revoked");
  grants.revoke(token);
  return undefined;
}

async function exchangeCode(
  form: URLSearchParams,
  client: AppClient,
  { grants, tokens }: TokenEndpoint,
): Promise<TokenAnswer | TokenError> {
  const missing = ["code", "redirect_uri", "code_verifier"].find((name) => !form.get(name));
  if (missing !== undefined) return refused("invalid_request", `${missing} is missing`);
  // Taken before it is judged, so that a thief of a code has one attempt.
  const grant = grants.takeCode(form.get("code") ?? "");
  if (grant === undefined) return refused("invalid_grant", "the code is unknown, used or too old");
  const verifier = form.get("code_verifier") ?? "";
  if (grant.session.clientId !== client.id) return refused("invalid_grant", "the code is another client's");
  if (grant.redirectUri !== form.get("redirect_uri")) return refused("invalid_grant", "redirect_uri is another one");
  if (!CODE_VERIFIER.test(verifier) || challengeOf(verifier) !== grant.codeChallenge) {
    return refused("invalid_grant", "code_verifier does not match code_challenge");
  }
  return answer(grant, client, tokens, grant.nonce, grants.newRefreshToken(grant, client));
}

async function refresh(
  form: URLSearchParams,
  client: AppClient,
  { grants, tokens }: TokenEndpoint,
): Promise<TokenAnswer | TokenError> {
  const token = form.get("refresh_token") ?? "";
  if (token === "") return refused("invalid_request", "refresh_token is missing");
  const renewal = grants.renew(token, client);
  if (renewal === undefined)
    return refused("invalid_grant", "the refresh token is unknown, replaced, revoked or too old");
  return answer(renewal.grant, client, tokens, undefined, renewal.replacement);
}

async function answer(
  { person, session }: Grant,
  client: AppClient,
  tokens: TokenIssuer,
  nonce: string | undefined,
  refreshToken: string | undefined,
): Promise<TokenAnswer> {
  const accessToken = await tokens.sign({ ...person, session, expiresInSeconds: client.accessTokenSeconds });
  const isOpenId = session.scope.split(" ").includes("openid");
  const idToken = () =>
    tokens.signIdToken({ ...person, session, nonce, accessToken, expiresInSeconds: client.idTokenSeconds });
  return {
    access_token: accessToken,
    ...(isOpenId ? { id_token: await idToken() } : {}),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    token_type: "Bearer",
    expires_in: client.accessTokenSeconds,
  };
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

function refused(error: TokenError["error"], description: string): TokenError {
  return { error, error_description: description };
}
