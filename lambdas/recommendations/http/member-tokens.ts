import * as z from "zod/mini";
import { isAccessToken, tokenContent } from "../../shared/http/bearer-token.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";

/** Identifies members by their tokens on routes without an authorizer, where the gateway verifies no token. */
export interface MemberTokens {
  /** @returns the member's id; null without a token, and with one that does not hold */
  memberOf(authorization: string | undefined): Promise<string | null>;
}

/** Whose tokens count, as the gateway's authorizer has it. */
export interface TokenIssuer {
  /** The `iss` of its tokens; its configuration, which names its keys, lies beneath. */
  readonly url: string;
  /** Of these a token names one, as `aud` or, like Cognito's access tokens, as `client_id`. */
  readonly audience: readonly string[];
}

type Verifier = (token: string) => Promise<string | null>;

/**
 * Milliseconds for the issuer's configuration, and again for its keys: what API Gateway gives them. Both are fetched once a
 * container, the keys anew when a token names one that is not among them.
 */
const FETCH_MS = 1_500;
/** Bytes of each. A key takes half a kilobyte, and an issuer has a few; a configuration takes some kilobytes. */
const MOST_BYTES = 64 * 1024;

const configuration = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https$/ }) });

/**
 * What checks the tokens of an issuer. It is loaded, and the issuer asked for its keys, when the first token comes; an
 * issuer that can't be asked is asked again with the next token.
 */
export function memberTokens(issuer: TokenIssuer, fetch: OutboundFetch): MemberTokens {
  let verifier: Promise<Verifier> | undefined;
  return {
    async memberOf(authorization) {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      if (token === undefined) return null;
      verifier ??= verifierOf(issuer, fetch);
      try {
        return await (await verifier)(token);
      } catch (error) {
        verifier = undefined;
        log.warn("token_keys_not_fetched", errorFields(error));
        return null;
      }
    },
  };
}

async function verifierOf({ url, audience }: TokenIssuer, fetch: OutboundFetch): Promise<Verifier> {
  const [{ JwtVerifier }, { SimpleJwksCache }, { FetchError }] = await Promise.all([
    import("aws-jwt-verify"),
    import("aws-jwt-verify/jwk"),
    import("aws-jwt-verify/error"),
  ]);
  const document = await jsonAt(`${url.replace(/\/$/, "")}/.well-known/openid-configuration`, fetch);
  const { issuer, jwks_uri: jwksUri } = z.parse(configuration, JSON.parse(document.toString("utf8")));
  if (issuer !== url) throw new Error("the issuer's configuration names another issuer");
  const fetchKeys = async (address: string): Promise<ArrayBuffer> => {
    try {
      return new Uint8Array(await jsonAt(address, fetch)).buffer;
    } catch (error) {
      throw new FetchError(address, error);
    }
  };
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchKeys } });
  // Its own check knows `aud` alone.
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
      if (error instanceof FetchError) log.warn("token_keys_not_fetched", errorFields(error));
      return null;
    }
  };
}

async function jsonAt(address: string, fetch: OutboundFetch): Promise<Buffer> {
  const { status, body } = await fetch({ url: address, timeoutMs: FETCH_MS, maxBytes: MOST_BYTES });
  if (status !== 200) throw new Error(`status ${status}`);
  return body;
}
