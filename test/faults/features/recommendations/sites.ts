import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { OutboundFetch } from "../../../../lambdas/shared/outbound/outbound-fetch.ts";
import { response } from "../../../shared/outbound/outbound-response.ts";

/** Our site: the one that recommends, and that others mention. */
export const OURS = "https://alice.example";
/** A site that we recommend. It takes Webmentions. */
export const BOB = "https://bob.example/";
/** A site that recommends ours: its list is the source of a mention. */
const GARDEN = "https://garden.example/";
export const SOURCE = `${GARDEN}.well-known/recommendations.json`;
/** The issuer of members' tokens. */
export const ISSUER = { url: "https://issuer.example/pool", audience: ["app"] };

const KEYS = "https://keys.example/pool.json";
const NEVER = 32_503_680_000;

/** What the sites answer. */
export interface Sites {
  /** The status of every answer of a site that is asked for a page. */
  status: number;
  /** Whether the list of the garden has our address. */
  isListed: boolean;
  readonly fetch: OutboundFetch;
}

/** The sites, and the issuer of tokens, before a fault. */
export function sites(): Sites {
  const world: Sites = { status: 200, isListed: true, fetch: async (wanted) => answer(String(wanted.url)) };

  async function answer(address: string) {
    const url = new URL(address);
    const json = (body: object) => ({ ...response({ mediaType: "application/json" }), url, body: bytes(body) });
    if (address === KEYS) return json({ keys: [(await key()).jwk] });
    if (address.startsWith(ISSUER.url)) return json({ issuer: ISSUER.url, jwks_uri: KEYS });
    if (world.status !== 200) return { ...json({}), status: world.status };
    if (address === SOURCE) return json(world.isListed ? [{ url: `${OURS}/` }] : []);
    // None of the sites is one of Ghost: its page has its metadata.
    if (url.pathname.startsWith("/members/")) return { ...json({}), status: 404 };
    return { ...response({ mediaType: "text/html" }), url, body: Buffer.from(page(url.host)) };
  }

  return world;
}

const bytes = (body: object) => Buffer.from(JSON.stringify(body));

function page(host: string): string {
  return `<!doctype html><html><head><title>The site ${host}</title>
<meta name="description" content="What ${host} is about"><link rel="webmention" href="/webmention"></head></html>`;
}

let made: Promise<{ readonly token: string; readonly jwk: object }> | undefined;

/** The issuer's key, and a token of member mia, made when they are first needed. */
function key() {
  made ??= (async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const token = await new SignJWT({ client_id: "app", token_use: "access" })
      .setProtectedHeader({ alg: "ES256", kid: "key-1" })
      .setIssuer(ISSUER.url)
      .setSubject("mia")
      .setExpirationTime(NEVER)
      .sign(privateKey);
    return { token, jwk: { ...(await exportJWK(publicKey)), kid: "key-1", alg: "ES256", use: "sig" } };
  })();
  return made;
}

/** The header by which member mia is known. */
export async function bearer(): Promise<{ readonly authorization: string }> {
  return { authorization: `Bearer ${(await key()).token}` };
}
