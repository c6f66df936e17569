import * as z from "zod/mini";
import { isAccessToken, tokenContent } from "../../shared/http/bearer-token.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";

/** Identifies members by their tokens on routes without an authorizer, where the gateway verifies no token. */
export interface MemberTokens {
  /** @returns the member's id; null without a token, and with an invalid one; undefined while tokens can't be verified */
  verifyMember(authorization: string | undefined): Promise<string | null | undefined>;
}

/** The issuer whose tokens are accepted, as in the gateway's authorizer. */
export interface TokenIssuer {
  /** The `iss` of its tokens; the address of its configuration, which names its keys, begins with it. */
  readonly url: string;
  /** A token must name one of these, as `aud` or, like Cognito's access tokens, as `client_id`. */
  readonly audience: readonly string[];
}

type Verifier = (token: string) => Promise<string | null | undefined>;

/**
 * Milliseconds for the issuer's configuration, and again for its keys: the same as API Gateway's limit. Both are fetched
 * once a container; the keys are fetched again when a token names an unknown one.
 */
const FETCH_MS = 1_500;
/**
 * The limit of each in bytes. A key takes half a kilobyte, and an issuer has a few; a configuration takes a few kilobytes.
 */
const MOST_BYTES = 64 * 1024;

const configuration = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https$/ }) });

/**
 * The verifier of an issuer's tokens. It is loaded, and the issuer's keys are fetched, when the first token is received;
 * after a failure they are fetched again with the next token.
 */
export function memberTokens(issuer: TokenIssuer, fetch: OutboundFetch): MemberTokens {
  let verifier: Promise<Verifier> | undefined;
  return {
    async verifyMember(authorization) {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      if (token === undefined) return null;
      verifier ??= fetchVerifier(issuer, fetch);
      try {
        return await (await verifier)(token);
      } catch (error) {
        verifier = undefined;
        log.warn("token_keys_not_fetched", errorFields(error));
        return undefined;
      }
    },
  };
}

async function fetchVerifier({ url, audience }: TokenIssuer, fetch: OutboundFetch): Promise<Verifier> {
  const [{ JwtVerifier }, { SimpleJwksCache }, { FetchError }] = await Promise.all([
    import("aws-jwt-verify"),
    import("aws-jwt-verify/jwk"),
    import("aws-jwt-verify/error"),
  ]);
  const document = await fetchJson(`${url.replace(/\/$/, "")}/.well-known/openid-configuration`, fetch);
  const { issuer, jwks_uri: jwksUri } = z.parse(configuration, JSON.parse(document.toString("utf8")));
  if (issuer !== url) throw new Error("the issuer's configuration names another issuer");
  const fetchKeys = async (address: string): Promise<ArrayBuffer> => {
    try {
      return new Uint8Array(await fetchJson(address, fetch)).buffer;
    } catch (error) {
      throw new FetchError(address, error);
    }
  };
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchKeys } });
  // The verifier's own check reads only `aud`.
  const verifier = JwtVerifier.create({ issuer: url, audience: null, jwksUri }, { jwksCache });
  return async (token) => {
    try {
      const { sub, aud, client_id: client, exp } = await verifier.verify(token);
      const content = tokenContent(token);
      if (content === null || !isAccessToken(content)) return null;
      const named = [aud ?? client].flat();
      const holds = exp !== undefined && named.some((name) => typeof name === "string" && audience.includes(name));
      return holds && sub !== undefined && sub !== "" ? sub : null;
    } catch (error) {
      if (!(error instanceof FetchError)) return null;
      log.warn("token_keys_not_fetched", errorFields(error));
      return undefined;
    }
  };
}

async function fetchJson(address: string, fetch: OutboundFetch): Promise<Buffer> {
  const { status, body } = await fetch({ url: address, timeoutMs: FETCH_MS, maxBytes: MOST_BYTES });
  if (status !== 200) throw new Error(`status ${status}`);
  return body;
}
