import { enoughAfterHead } from "../../shared/html/head-end.ts";
import { defaultIcon } from "../../shared/html/page-icons.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { isShownPicture, TELLING_BYTES } from "../../shared/pictures/picture-type.ts";
import type { MetadataSource, SiteLookup, SiteMetadata } from "../domain/recommendation.ts";
import { webUrl } from "../domain/web-url.ts";
import { readSiteEndpoint, siteEndpoint } from "../readers/site-endpoint.ts";
import type { FetchedSite } from "../readers/site-fields.ts";
import { isSuccess } from "../readers/site-fields.ts";
import { declaresWholeSite, readSitePage } from "../readers/site-page.ts";

export interface SiteMetadataServices {
  readonly fetch: OutboundFetch;
  /** Real time in milliseconds since any fixed moment. */
  readonly now: () => number;
  /**
   * Milliseconds for one request, redirects and body included; all requests to one site have twice as much together.
   * Default: 5,000.
   */
  readonly requestMs?: number;
}

const REQUEST_MS = 5_000;

/** The limit of decoded bytes of an endpoint's response, which has a few short texts. */
const MAX_ENDPOINT_BYTES = 100_000;

/**
 * The number of decoded bytes of a page that are read; a longer page is cut. Most pages declare all fields in their head.
 */
const MAX_PAGE_BYTES = 1024 * 1024;

interface SiteQuestion {
  readonly url: URL;
  readonly accept: string;
  readonly maxBytes: number;
  /** Called with all bytes decoded so far: true once enough of the response was read. */
  readonly stopReading?: (decoded: Uint8Array) => boolean;
}

/** A request for a site's metadata, and the reader of its response. */
interface SiteRequest extends SiteQuestion {
  readonly source: MetadataSource;
  readonly read: (response: FetchedSite) => SiteMetadata | null;
}

const endpointRequest = (site: URL): SiteRequest => ({
  source: "endpoint",
  url: siteEndpoint(site),
  accept: "application/json",
  maxBytes: MAX_ENDPOINT_BYTES,
  read: readSiteEndpoint,
});

/**
 * The requests to a site, in this order, until one has a readable response: the endpoint of its one-click sign-up, then its
 * page.
 */
function siteRequests(url: URL): SiteRequest[] {
  const site = new URL(url);
  site.search = "";
  site.hash = "";
  if (!site.pathname.endsWith("/")) site.pathname += "/";
  const page: SiteRequest = {
    source: "page",
    url,
    accept: "text/html, application/xhtml+xml",
    maxBytes: MAX_PAGE_BYTES,
    stopReading: enoughAfterHead(declaresWholeSite),
    read: readSitePage,
  };
  const origin = site.pathname === "/" ? [] : [endpointRequest(new URL("/", site))];
  return [endpointRequest(site), ...origin, page];
}

/**
 * Looks up the metadata of a site. If a site declares no icon, browsers' default address is tried, provided that the
 * remaining time is enough to see whether there is a picture.
 *
 * @returns null without a readable response in time; no error is thrown for that
 */
export async function fetchSiteMetadata(url: string, services: SiteMetadataServices): Promise<SiteLookup | null> {
  const { now, requestMs = REQUEST_MS } = services;
  if (webUrl(url) === null) return null;
  const deadline = now() + 2 * requestMs;
  const remaining = siteRequests(new URL(url));
  let isComplete = true;
  for (let request = remaining.shift(); request !== undefined; request = remaining.shift()) {
    const left = deadline - now();
    if (left <= 0) return null;
    // Half of the remaining time, so that a request without a response leaves time for the next one.
    const timeoutMs = Math.min(requestMs, remaining.length === 0 ? left : left / 2);
    const response = await fetchSuccess(request, timeoutMs, services.fetch);
    const found = response === null ? null : request.read(response);
    if (response !== null && found !== null) {
      const timeLeft = Math.min(requestMs, deadline - now());
      const favicon = found.favicon ?? (await fetchedIcon(defaultIcon(response.url), timeLeft, services.fetch));
      return { ...found, favicon, source: request.source, isComplete };
    }
    if (response === null || isFailure(response)) isComplete = false;
  }
  return null;
}

const TOO_MANY_REQUESTS = 429;

/** Whether a response carries no information about the site, because the server failed or refused the request. */
function isFailure({ status }: FetchedSite): boolean {
  return status >= 500 || status === TOO_MANY_REQUESTS;
}

/** The address of an icon; null without a picture there in time. */
async function fetchedIcon(url: URL, timeoutMs: number, fetch: OutboundFetch): Promise<string | null> {
  if (timeoutMs <= 0) return null;
  const response = await fetchSuccess({ url, accept: "image/*", maxBytes: TELLING_BYTES }, timeoutMs, fetch);
  return response !== null && isSuccess(response) && isShownPicture(response.body) ? url.href : null;
}

/** Null without a response. */
async function fetchSuccess(
  { url, accept, maxBytes, stopReading }: SiteQuestion,
  timeoutMs: number,
  fetch: OutboundFetch,
): Promise<FetchedSite | null> {
  try {
    return await fetch({
      url,
      headers: { accept },
      maxBytes,
      ...(stopReading === undefined ? {} : { stopReading }),
      onTooLarge: "truncate",
      timeoutMs,
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return null;
  }
}
