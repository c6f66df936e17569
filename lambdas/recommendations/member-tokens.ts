import { errorFields, log } from "../shared/log.ts";
import type { OutboundFetch } from "../shared/outbound-fetch.ts";

/** Tells members by their tokens where none is needed: there the gateway looks at none. */
export interface MemberTokens {
  /** @returns the member's id; null without a token, and with one that does not hold */
  memberOf(authorization: string | undefined): Promise<string | null>;
}

/** Whose tokens count, as the gateway's authorizer has it. */
export interface TokenIssuer {
  /** The `iss` of its tokens; its keys lie beneath. */
  readonly url: string;
  /** Of these a token names one, as `aud` or, like Cognito's access tokens, as `client_id`. */
  readonly audience: readonly string[];
}

type Verifier = (token: string) => Promise<string | null>;

/** Milliseconds for the issuer's keys, which are fetched once a container. Whoever clicks is not to wait for them. */
const FETCH_MS = 1_500;
/** Bytes of the issuer's keys. Each takes half a kilobyte, and an issuer has a few. */
const MOST_BYTES = 64 * 1024;

/** What checks the tokens of an issuer. It is loaded, and the issuer's keys fetched, when the first token comes. */
export function memberTokens(issuer: TokenIssuer, fetch: OutboundFetch): MemberTokens {
  let verifier: Promise<Verifier> | undefined;
  return {
    async memberOf(authorization) {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      if (token === undefined) return null;
      verifier ??= verifierOf(issuer, fetch);
      return (await verifier)(token);
    },
  };
}

async function verifierOf({ url, audience }: TokenIssuer, fetch: OutboundFetch): Promise<Verifier> {
  const [{ JwtVerifier }, { SimpleJwksCache }, { FetchError }] = await Promise.all([
    import("aws-jwt-verify"),
    import("aws-jwt-verify/jwk"),
    import("aws-jwt-verify/error"),
  ]);
  const fetchKeys = async (address: string): Promise<ArrayBuffer> => {
    try {
      const { status, body } = await fetch({ url: address, timeoutMs: FETCH_MS, maxBytes: MOST_BYTES });
      if (status !== 200) throw new Error(`status ${status}`);
      return new Uint8Array(body).buffer;
    } catch (error) {
      throw new FetchError(address, error);
    }
  };
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchKeys } });
  // Its own check knows `aud` alone.
  const verifier = JwtVerifier.create({ issuer: url, audience: null }, { jwksCache });
  return async (token) => {
    try {
      const { sub, aud, client_id: client, exp } = await verifier.verify(token);
      const named = [aud ?? client].flat();
      const holds = exp !== undefined && named.some((name) => typeof name === "string" && audience.includes(name));
      return holds && sub !== undefined && sub !== "" ? sub : null;
    } catch (error) {
      if (error instanceof FetchError) log.warn("token_keys_not_fetched", errorFields(error));
      return null;
    }
  };
}
