import type { Context, Hono, MiddlewareHandler } from "hono";
import type { EmulatorAnswer } from "../emulators/emulator-http.ts";
import { compress } from "./compress.ts";
import type { EdgeCache } from "./edge-cache.ts";
import { edgeAnswer, edgeRequest } from "./edge-event.ts";
import type { SiteBehaviour, SiteOrigin } from "./site-behaviours.ts";
import { matchesBehaviour } from "./site-behaviours.ts";

export interface SiteDistribution {
  readonly behaviours: readonly SiteBehaviour[];
  readonly siteUrl: string;
  /** The API's own address, and its app. */
  readonly apiUrl: string;
  readonly api: Hono;
  /** Gets an object, by its bucket and its path. */
  readonly object: (bucket: string, path: string) => Promise<EmulatorAnswer>;
  /** What CloudFront keeps. */
  readonly cache: EdgeCache;
  /** Resolves when the files that a deployment brings into the bucket are there. */
  readonly deployed: () => Promise<void>;
}

/** The bucket's other paths that are served where site and API have one origin (RFC 8615). */
const SHARED_PATHS = /^\/(?:\.well-known\/|recommendations\.atom$)/;

/** CloudFront always forwards these to an origin (CloudFront guide, "HTTP request headers and CloudFront behavior"). */
const ALWAYS_FORWARDED: ReadonlySet<string> = new Set([
  "cache-control",
  "content-length",
  "date",
  "if-modified-since",
  "if-none-match",
  "range",
]);

/** Headers of an object that its reader gets. */
const OBJECT_HEADERS = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "etag",
  "last-modified",
];

/**
 * Answers requests for the site's host as CloudFront does, by the behaviours of the template. Where the site has no
 * host of its own, it answers only the site's paths; the API answers all others.
 */
export function siteDistribution(distribution: SiteDistribution): MiddlewareHandler {
  const site = new URL(distribution.siteUrl);
  const isShared = site.host === new URL(distribution.apiUrl).host;
  return async (c, next) => {
    const path = new URL(c.req.url).pathname;
    if (!isShared && hostOf(c, site) !== site.host) return next();
    const behaviour = distribution.behaviours.find((candidate) => matchesBehaviour(candidate, path));
    if (behaviour === undefined) return c.notFound();
    const isAllowed = behaviour.methods.has(c.req.method);
    if (isShared) {
      const isOwn = behaviour.pattern !== undefined || SHARED_PATHS.test(path);
      if (!isOwn || !isAllowed) return next();
    } else if (!isAllowed) {
      return c.text("The distribution is not configured for the method of this request.", 403);
    }
    const decided = (await behaviour.viewerRequest?.(edgeRequest(c), remoteAddress(c))) ?? { uri: path };
    if ("statusCode" in decided) return edgeAnswer(decided);
    const answer = await keptAnswer(c, distribution, behaviour, decided.uri);
    for (const { name, value, overrides } of behaviour.added) {
      if (overrides || !answer.headers.has(name)) answer.headers.set(name, value);
    }
    const isKnown = answer.status === 200 && knows(c.req.header("if-none-match"), answer.headers.get("etag"));
    if (isKnown) return new Response(null, { status: 304, headers: answer.headers });
    return behaviour.compresses ? compress(answer, c.req.header("accept-encoding")) : answer;
  };
}

/** The answer of the origin, or what is kept of it. */
async function keptAnswer(
  c: Context,
  distribution: SiteDistribution,
  { origin, kept, pattern }: SiteBehaviour,
  path: string,
): Promise<Response> {
  const { search, searchParams } = new URL(c.req.url);
  const ask = async (query: string, always = ALWAYS_FORWARDED) => {
    if (origin.kind === "api") return askApi(c, distribution, origin, `${path}${query}`, always);
    // The files of a deployment have behaviours of their own, as pictures have, which can't be there earlier.
    if (pattern !== undefined) await distribution.deployed();
    return read(distribution, origin, path);
  };
  if (kept === null) return ask(search);
  const parameters = new URLSearchParams([...searchParams].filter(([name]) => kept.query(name)));
  const query = parameters.size === 0 ? "" : `?${parameters}`;
  // The whole answer, whatever of it this viewer has.
  return distribution.cache.answer(`${c.req.method} ${path}${query}`, kept, () => ask(query, new Set()));
}

/** The requested host, without the scheme's default port. */
function hostOf(c: Context, site: URL): string | undefined {
  return URL.parse(`${site.protocol}//${c.req.header("host")}`)?.host;
}

function remoteAddress(c: Context): string {
  return String(c.env.incoming.socket.remoteAddress);
}

type ApiOrigin = Extract<SiteOrigin, { kind: "api" }>;
type BucketOrigin = Extract<SiteOrigin, { kind: "bucket" }>;

/** The API's answer to a request with the API's host and CloudFront's additional headers. */
async function askApi(
  c: Context,
  { api, apiUrl }: SiteDistribution,
  { headers, forwarded }: ApiOrigin,
  pathAndQuery: string,
  alwaysForwarded: ReadonlySet<string>,
): Promise<Response> {
  const sent = new Headers({ "user-agent": "Amazon CloudFront" });
  for (const [name, value] of c.req.raw.headers) {
    if (alwaysForwarded.has(name) || forwarded.has(name)) sent.set(name, value);
  }
  if (forwarded.has("cloudfront-viewer-address")) {
    sent.set("cloudfront-viewer-address", `${remoteAddress(c)}:${c.env.incoming.socket.remotePort}`);
  }
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  const request = new Request(`${apiUrl}${pathAndQuery}`, {
    method: c.req.method,
    headers: sent,
    body: c.req.raw.body,
    duplex: "half",
  });
  return api.fetch(request, c.env);
}

/** An object, or 404. */
async function read({ object }: SiteDistribution, origin: BucketOrigin, path: string): Promise<Response> {
  // Without a key S3 would list the bucket.
  const found = path === "/" ? undefined : await object(origin.bucket, path);
  const headers = new Headers();
  if (found === undefined || found.status === 403 || found.status === 404) {
    return new Response("Not Found", { status: 404 });
  }
  for (const name of OBJECT_HEADERS) {
    const value = found.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  headers.set("content-length", String(found.body.length));
  return new Response(new Uint8Array(found.body), { status: found.status, headers });
}

/** Whether one of the viewer's tags is the answer's (RFC 9110, section 13.1.2: weak tags count as strong). */
function knows(known: string | undefined, etag: string | null): boolean {
  if (known === undefined || etag === null) return false;
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  const tags = known.split(",").map(strong);
  return tags.includes(strong(etag)) || tags.includes("*");
}
