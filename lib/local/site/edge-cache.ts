import type { Template } from "../template/template.ts";

/** How long a behaviour keeps answers, and what tells two of one path apart. */
export interface CachePolicy {
  /** Seconds. */
  readonly minTtl: number;
  readonly defaultTtl: number;
  readonly maxTtl: number;
  /** The parameters of the query that the key has, and that reach the origin. */
  readonly query: (name: string) => boolean;
}

interface Kept {
  readonly until: number;
  readonly answer: Promise<KeptAnswer>;
}

interface KeptAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
}

/** CloudFront's own policy without caching, "Managed-CachingDisabled". */
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
/** Answers that are kept here at most; CloudFront keeps what is asked for often. */
const MOST = 500;

/** The cache policy of a behaviour; null where nothing is kept. @throws Error on one that is not in the template */
export function cachePolicyOf(template: Template, id: string | undefined): CachePolicy | null {
  if (id === undefined || id === CACHING_DISABLED) return null;
  const policy = template.ofType("AWS::CloudFront::CachePolicy").find(({ ref }) => ref === id);
  if (policy === undefined) throw new Error(`The template has no cache policy ${id}.`);
  const config = policy.properties.CachePolicyConfig as {
    readonly MinTTL: number;
    readonly DefaultTTL: number;
    readonly MaxTTL: number;
    readonly ParametersInCacheKeyAndForwardedToOrigin?: {
      readonly HeadersConfig?: { readonly HeaderBehavior: string };
      readonly CookiesConfig?: { readonly CookieBehavior: string };
      readonly QueryStringsConfig?: { readonly QueryStringBehavior: string; readonly QueryStrings?: readonly string[] };
    };
  };
  const { HeadersConfig, CookiesConfig, QueryStringsConfig } = config.ParametersInCacheKeyAndForwardedToOrigin ?? {};
  const [headers = "none", cookies = "none"] = [HeadersConfig?.HeaderBehavior, CookiesConfig?.CookieBehavior];
  if (headers !== "none" || cookies !== "none") {
    throw new Error(`The local runner knows cache keys without headers and cookies; ${id} has some.`);
  }
  const names = new Set(QueryStringsConfig?.QueryStrings);
  const isAll = QueryStringsConfig?.QueryStringBehavior === "all";
  const { MinTTL: minTtl, DefaultTTL: defaultTtl, MaxTTL: maxTtl } = config;
  return { minTtl, defaultTtl, maxTtl, query: (name) => isAll || names.has(name) };
}

/**
 * What CloudFront keeps of the answers, for as long as the cache policy and the answer say, in the scaled time. Requests for
 * the same at the same time wait for one answer of the origin (CloudFront guide, "Simultaneous requests").
 */
export class EdgeCache {
  readonly #kept = new Map<string, Kept>();
  readonly #scale: number;
  readonly #clock: () => number;

  /** @param scale of waits @param clock milliseconds, which never go back */
  constructor(scale: number, clock: () => number = () => performance.now()) {
    this.#scale = scale;
    this.#clock = clock;
  }

  /**
   * A kept answer, or the origin's.
   *
   * @param key what tells the answer from all others
   */
  async answer(key: string, policy: CachePolicy, ask: () => Promise<Response>): Promise<Response> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#clock() < kept.until) return response(await kept.answer);
    const asked = ask().then(readWhole);
    this.#kept.delete(key);
    this.#kept.set(key, { until: Number.POSITIVE_INFINITY, answer: asked });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    try {
      const answer = await asked;
      const until = this.#clock() + secondsKept(answer, policy) * 1_000 * this.#scale;
      if (this.#kept.get(key)?.answer === asked) this.#kept.set(key, { until, answer: asked });
      return response(answer);
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
  }
}

async function readWhole(answer: Response): Promise<KeptAnswer> {
  return { status: answer.status, headers: answer.headers, body: await answer.arrayBuffer() };
}

function response({ status, headers, body }: KeptAnswer): Response {
  const sent = new Headers(headers);
  if (body.byteLength > 0) sent.set("content-length", String(body.byteLength));
  return new Response(body.byteLength === 0 ? null : body.slice(), { status, headers: sent });
}

/** Only what was found is kept: the distribution keeps no error of the origin's. */
function secondsKept({ status, headers }: KeptAnswer, { minTtl, defaultTtl, maxTtl }: CachePolicy): number {
  if (status !== 200) return 0;
  const directives = headers.get("cache-control") ?? "";
  if (/\b(?:no-store|no-cache|private)\b/.test(directives)) return minTtl;
  const [, seconds] = /\bs-maxage=(\d+)/.exec(directives) ?? /\bmax-age=(\d+)/.exec(directives) ?? [];
  return Math.min(maxTtl, Math.max(minTtl, seconds === undefined ? defaultTtl : Number(seconds)));
}
