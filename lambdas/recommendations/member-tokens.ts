import { errorFields, log } from "../shared/log.ts";

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

/** Gets a document by its https address, or throws. */
type Fetch = (url: string) => Promise<ArrayBuffer>;

/**
 * What checks the tokens of an issuer. It is loaded, and the issuer's keys fetched, when the first token comes.
 *
 * @param fetch gets the keys; the verifier's own without it
 */
export function memberTokens(issuer: TokenIssuer, fetch?: Fetch): MemberTokens {
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

async function verifierOf({ url, audience }: TokenIssuer, fetch: Fetch | undefined): Promise<Verifier> {
  const [{ JwtVerifier }, { SimpleJwksCache }, { SimpleFetcher }, { FetchError }] = await Promise.all([
    import("aws-jwt-verify"),
    import("aws-jwt-verify/jwk"),
    import("aws-jwt-verify/https"),
    import("aws-jwt-verify/error"),
  ]);
  const defaultRequestOptions = { timeout: FETCH_MS, responseTimeout: FETCH_MS };
  const fetcher = fetch === undefined ? new SimpleFetcher({ defaultRequestOptions }) : { fetch };
  const jwksCache = new SimpleJwksCache({ fetcher });
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
