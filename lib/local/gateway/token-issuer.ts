import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JWK } from "jose";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, jwtVerify, SignJWT } from "jose";
import { identify, REGION } from "../template/identities.ts";

/** The claims of a token. */
export interface TokenRequest {
  readonly sub: string;
  readonly groups: readonly string[];
  readonly expiresInSeconds: number;
}

type SigningKey = Awaited<ReturnType<typeof importPKCS8>>;

const NOWHERE = { api: "", aws: "" };
const POOL = identify("", { Type: "AWS::Cognito::UserPool" }, NOWHERE, String).ref;
const CLIENT = identify("", { Type: "AWS::Cognito::UserPoolClient" }, NOWHERE, String).ref;

/** The `iss` of the local user pool's tokens; the template's authorizer expects the same. */
export const LOCAL_ISSUER = `https://cognito-idp.${REGION}.amazonaws.com/${POOL}`;

/** The path of the local user pool's OpenID configuration. */
export const CONFIGURATION_PATH = `${new URL(LOCAL_ISSUER).pathname}/.well-known/openid-configuration`;

/** The path of its keys, which clients read from the configuration. */
export const KEY_SET_PATH = `${new URL(LOCAL_ISSUER).pathname}/.well-known/jwks.json`;

/** RSA only, as in API Gateway. */
const ALGORITHMS = ["RS256", "RS384", "RS512"];

/** Emulates the Cognito user pool: signs access tokens of the same form with a key in the data folder. */
export class TokenIssuer {
  readonly #privateKey: SigningKey;
  readonly #keyId: string;
  /** One object for every token: jose imports each key object once. */
  readonly #publicKey: JWK;

  private constructor(privateKey: SigningKey, keyId: string, publicKey: JWK) {
    this.#privateKey = privateKey;
    this.#keyId = keyId;
    this.#publicKey = publicKey;
  }

  /**
   * Opens the issuer of a data folder; its key is generated at the first use and stored, so that tokens survive
   * restarts.
   */
  static async open(dataFolder: string): Promise<TokenIssuer> {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
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
    const key = await importPKCS8(readFileSync(path, "utf8"), "RS256", { extractable: true });
    const { kty, n, e } = await exportJWK(key);
    const keyId = await calculateJwkThumbprint({ kty, n, e } as JWK);
    return new TokenIssuer(key, keyId, { kty, n, e, kid: keyId, alg: "RS256" } as JWK);
  }

  async sign({ sub, groups, expiresInSeconds }: TokenRequest): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({
      // Access tokens of Cognito name their client here and have no `aud`.
      client_id: CLIENT,
      token_use: "access",
      username: sub,
      ...(groups.length === 0 ? {} : { "cognito:groups": groups }),
    })
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
    const { payload } = await jwtVerify(token, this.#publicKey, { issuer, algorithms: ALGORITHMS });
    if (payload.exp === undefined) throw new Error("the token has no expiry");
    if (payload.iat !== undefined && payload.iat > Date.now() / 1_000) throw new Error("the token is issued later");
    const named = payload.aud ?? payload.client_id;
    const names = Array.isArray(named) ? named : [named];
    if (!names.some((name) => audience.includes(String(name)))) throw new Error("the token is for another audience");
    return payload;
  }

  /** The user pool's configuration (OpenID Connect Discovery 1.0, 3). */
  configuration(): Readonly<Record<string, unknown>> {
    const { origin } = new URL(LOCAL_ISSUER);
    return {
      issuer: LOCAL_ISSUER,
      jwks_uri: `${origin}${KEY_SET_PATH}`,
      id_token_signing_alg_values_supported: ["RS256"],
      subject_types_supported: ["public"],
    };
  }

  /** The user pool's published key set (RFC 7517). */
  async keySet(): Promise<{ readonly keys: readonly object[] }> {
    return { keys: [{ ...this.#publicKey, use: "sig" }] };
  }
}
