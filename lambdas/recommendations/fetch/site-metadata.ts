import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import type { SiteMetadata } from "../domain/recommendation.ts";
import { webUrl } from "../domain/web-url.ts";
import { readSiteEndpoint, siteEndpoint } from "../readers/site-endpoint.ts";
import type { FetchedSite } from "../readers/site-fields.ts";
import { readSitePage } from "../readers/site-page.ts";

/** What asking sites for their metadata takes. */
export interface SiteMetadataServices {
  readonly fetch: OutboundFetch;
  /** Real time in milliseconds, from any start. */
  readonly now: () => number;
  /** Milliseconds for a site in all: every request, redirects and bodies included. 5,000 without: somebody waits. */
  readonly limitMs?: number;
}

const LIMIT_MS = 5_000;

/** As many redirects as Ghost follows. */
const MAX_REDIRECTS = 10;

/** Limit of decoded bytes of what a site's endpoint answers: a few texts. */
const MAX_ENDPOINT_BYTES = 100_000;

/** How much of a page is read at most, in decoded bytes; a longer one is cut there. What is looked for is in its head. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** One thing to ask a site, and how to read what it answers. */
interface SiteRequest {
  readonly url: URL;
  readonly accept: string;
  readonly maxBytes: number;
  readonly read: (response: FetchedSite) => SiteMetadata | null;
}

const endpointRequest = (site: URL): SiteRequest => ({
  url: siteEndpoint(site),
  accept: "application/json",
  maxBytes: MAX_ENDPOINT_BYTES,
  read: readSiteEndpoint,
});

/** What to ask a site, in this order, until it answers: whether it takes one-click subscribers, then its page. */
function siteRequests(url: URL): SiteRequest[] {
  const site = new URL(url);
  site.search = "";
  site.hash = "";
  if (!site.pathname.endsWith("/")) site.pathname += "/";
  const page = {
    url,
    accept: "text/html, application/xhtml+xml",
    maxBytes: MAX_PAGE_BYTES,
    read: readSitePage,
  };
  const origin = site.pathname === "/" ? [] : [endpointRequest(new URL("/", site))];
  return [endpointRequest(site), ...origin, page];
}

/**
 * Asks a site what it says of itself.
 *
 * @returns null if it says nothing that can be read, or not within its time: nothing is thrown for that
 */
export async function siteMetadata(url: string, services: SiteMetadataServices): Promise<SiteMetadata | null> {
  const { now, limitMs = LIMIT_MS } = services;
  if (webUrl(url) === null) return null;
  const deadline = now() + limitMs;
  const remaining = siteRequests(new URL(url));
  for (let request = remaining.shift(); request !== undefined; request = remaining.shift()) {
    const left = deadline - now();
    if (left <= 0) return null;
    // Half of what is left, so that a request that gets no answer leaves time for the others; the last has it all.
    const found = await answered(request, remaining.length === 0 ? left : left / 2, services.fetch);
    if (found !== null) return found;
  }
  return null;
}

async function answered(request: SiteRequest, timeoutMs: number, fetch: OutboundFetch): Promise<SiteMetadata | null> {
  const { url, accept, maxBytes, read } = request;
  try {
    const response = await fetch({
      url,
      headers: { accept },
      maxRedirects: MAX_REDIRECTS,
      maxBytes,
      onTooLarge: "truncate",
      timeoutMs,
    });
    return read(response);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return null;
  }
}
