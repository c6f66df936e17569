import { createHash, createHmac, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JWK, JWTPayload } from "jose";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, jwtVerify, SignJWT } from "jose";
import { makeOwnFolder } from "../../../client/node/own-folder.ts";
import type { Scope } from "../../../lambdas/shared/http/route.ts";
import { SCOPES } from "../../../lambdas/shared/http/route.ts";
import { CLIENT, POOL, REGION } from "../template/identities.ts";

export interface TokenRequest {
  readonly sub: string;
  readonly groups: readonly string[];
  readonly expiresInSeconds: number;
  /** Of a person who signed in by a client of the pool; without it the token is the command line's. */
  readonly session?: Session;
  /** What a token without a session grants; everything unless given. */
  readonly scope?: Scope;
}

export interface Session {
  readonly clientId: string;
  /** What all of its tokens have in common; a revocation ends it. */
  readonly id: string;
  /** Seconds of the epoch at which the person signed in. */
  readonly signedInAt: number;
  /** Scopes, separated by spaces. */
  readonly scope: string;
}

export interface IdTokenRequest extends TokenRequest {
  readonly session: Session;
  /** What the client sent to recognise the token by. */
  readonly nonce: string | undefined;
  readonly accessToken: string;
}

type SigningKey = Awaited<ReturnType<typeof importPKCS8>>;

/** The `iss` of the local user pool's tokens; the template's authorizer expects the same. */
export const LOCAL_ISSUER = `https://cognito-idp.${REGION}.amazonaws.com/${POOL}`;

/** The path of the local user pool's OpenID configuration. */
export const CONFIGURATION_PATH = `${new URL(LOCAL_ISSUER).pathname}/.well-known/openid-configuration`;

/** The path of its keys, which clients read from the configuration. */
export const KEY_SET_PATH = `${new URL(LOCAL_ISSUER).pathname}/.well-known/jwks.json`;

/** RSA only, as in API Gateway. */
const ALGORITHMS = ["RS256", "RS384", "RS512"];

/** The number of verified tokens that are kept before all are dropped. */
const KEPT_TOKENS = 1_000;

/** Emulates the Cognito user pool: signs access tokens of the same form with a key in the data folder. */
export class TokenIssuer {
  readonly #privateKey: SigningKey;
  readonly #keyId: string;
  /** One object for every token: jose imports each key object once. */
  readonly #publicKey: JWK;
  /** The claims of valid tokens, by issuer, audience and token: a client sends the same token with each request. */
  readonly #verified = new Map<string, JWTPayload>();

  /** A secret that only a reader of the data folder knows, as long as the key is the same: for the console's address. */
  readonly consoleSecret: string;
  /** The same for refresh tokens, which end with the key. */
  readonly grantSecret: string;

  private constructor(privateKey: SigningKey, keyId: string, publicKey: JWK, pem: string) {
    const secretFor = (use: string) => createHmac("sha256", pem).update(use).digest("base64url");
    this.consoleSecret = secretFor("console");
    this.grantSecret = secretFor("grants");
    this.#privateKey = privateKey;
    this.#keyId = keyId;
    this.#publicKey = publicKey;
  }

  /**
   * Opens the issuer of a data folder; its key is generated at the first use and stored, so that tokens survive
   * restarts.
   *
   * @throws Error when the folder can't be this user's own
   */
  static async open(dataFolder: string): Promise<TokenIssuer> {
    makeOwnFolder(dataFolder);
    const path = join(dataFolder, "token-key.pem");
    if (!existsSync(path)) {
      const { privateKey } = await generateKeyPair("RS256", { extractable: true });
      try {
        writeFileSync(path, await exportPKCS8(privateKey), { flag: "wx", mode: 0o600 });
      } catch (error) {
        // Another process stored its key first; use that.
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
    const pem = readFileSync(path, "utf8");
    const key = await importPKCS8(pem, "RS256", { extractable: true });
    const { kty, n, e } = await exportJWK(key);
    const keyId = await calculateJwkThumbprint({ kty, n, e } as JWK);
    return new TokenIssuer(key, keyId, { kty, n, e, kid: keyId, alg: "RS256" } as JWK, pem);
  }

  sign({ sub, groups, expiresInSeconds, session, scope = "full" }: TokenRequest): Promise<string> {
    const claims = {
      // Access tokens of Cognito name their client here and have no `aud`.
      client_id: session?.clientId ?? CLIENT,
      token_use: "access",
      username: sub,
      ...(session === undefined ? { scope: `magpie/${scope}` } : { scope: session.scope, ...sessionClaims(session) }),
      ...groupsClaim(groups),
    };
    return this.#sign(claims, sub, expiresInSeconds);
  }

  /** The token that tells a client who signed in (OpenID Connect Core 1.0, 2). */
  signIdToken({ sub, groups, expiresInSeconds, session, nonce, accessToken }: IdTokenRequest): Promise<string> {
    const claims = {
      aud: session.clientId,
      token_use: "id",
      "cognito:username": sub,
      email: sub.includes("@") ? sub : `${sub}@magpie.example`,
      email_verified: true,
      at_hash: createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url"),
      ...(nonce === undefined ? {} : { nonce }),
      ...sessionClaims(session),
      ...groupsClaim(groups),
    };
    return this.#sign(claims, sub, expiresInSeconds);
  }

  #sign(claims: JWTPayload, sub: string, expiresInSeconds: number): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: this.#keyId })
      .setSubject(sub)
      .setIssuer(LOCAL_ISSUER)
      .setIssuedAt(now)
      .setExpirationTime(now + expiresInSeconds)
      .sign(this.#privateKey);
  }

  /**
   * Checks a token as API Gateway's JWT authorizer does: signature, exact issuer, `exp`, `nbf` and `iat`, and `aud`, or
   * `client_id` when there is no `aud`. It checks nothing else: an ID token is accepted.
   *
   * @throws Error with the reason when the token is invalid
   */
  async verify(token: string, issuer: string, audience: readonly string[]): Promise<Record<string, unknown>> {
    const request = [issuer, ...audience, token].join(" ");
    const known = this.#verified.get(request);
    // Of all checks only this one has another result later.
    if (known !== undefined && Number(known.exp) > Date.now() / 1_000) return known;
    this.#verified.delete(request);
    const { payload } = await jwtVerify(token, this.#publicKey, { issuer, algorithms: ALGORITHMS });
    if (payload.exp === undefined) throw new Error("the token has no expiry");
    if (payload.iat !== undefined && payload.iat > Date.now() / 1_000) throw new Error("the token is issued later");
    const named = payload.aud ?? payload.client_id;
    const names = Array.isArray(named) ? named : [named];
    if (!names.some((name) => audience.includes(String(name)))) throw new Error("the token is for another audience");
    if (this.#verified.size >= KEPT_TOKENS) this.#verified.clear();
    this.#verified.set(request, payload);
    return payload;
  }

  /**
   * The user pool's configuration (OpenID Connect Discovery 1.0, 3).
   *
   * @param domain the address of the pool's sign-in page
   */
  configuration(domain: string): Readonly<Record<string, unknown>> {
    const { origin } = new URL(LOCAL_ISSUER);
    return {
      issuer: LOCAL_ISSUER,
      jwks_uri: `${origin}${KEY_SET_PATH}`,
      authorization_endpoint: `${domain}/oauth2/authorize`,
      token_endpoint: `${domain}/oauth2/token`,
      revocation_endpoint: `${domain}/oauth2/revoke`,
      end_session_endpoint: `${domain}/logout`,
      response_types_supported: ["code"],
      scopes_supported: ["openid", "email", "phone", "profile", ...SCOPES.map((scope) => `magpie/${scope}`)],
      token_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      id_token_signing_alg_values_supported: ["RS256"],
      subject_types_supported: ["public"],
    };
  }

  async readKeySet(): Promise<{ readonly keys: readonly object[] }> {
    return { keys: [{ ...this.#publicKey, use: "sig" }] };
  }
}

function sessionClaims({ id, signedInAt }: Session): JWTPayload {
  return { auth_time: signedInAt, origin_jti: id, jti: randomUUID() };
}

function groupsClaim(groups: readonly string[]): JWTPayload {
  return groups.length === 0 ? {} : { "cognito:groups": groups };
}
