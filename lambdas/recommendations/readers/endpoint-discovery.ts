import type { HeaderLink } from "../../shared/html/link-header.ts";
import { headerLinks } from "../../shared/html/link-header.ts";
import { pageBase } from "../../shared/html/page-address.ts";
import type { OutboundHead } from "../../shared/outbound/outbound-fetch.ts";
import { isHtml, readHtmlPage } from "./html-page.ts";

/** The response of a site to the request for the target of a mention. */
export interface TargetPage extends Pick<OutboundHead, "url" | "status" | "headers" | "mediaType"> {
  /** The decoded text, or as much of it as was read. */
  readonly body: string;
}

function isWebmention(rel: string | undefined): boolean {
  return (
    rel
      ?.toLowerCase()
      .split(/[\t\n\f\r ]+/)
      .includes("webmention") ?? false
  );
}

/** An http or https address without its fragment, which is never part of a request; null for any other text. */
function webAddress(reference: string, base: URL): URL | null {
  const url = URL.parse(reference, base.href);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return null;
  url.hash = "";
  return url;
}

/** Whether a link's context is the page itself. With an `anchor` the context may be any other resource (RFC 8288, 3.2). */
function isOfPage({ parameters }: HeaderLink, url: URL): boolean {
  const anchor = parameters.get("anchor");
  return anchor === undefined || webAddress(anchor, url)?.href === webAddress("", url)?.href;
}

/** Every endpoint that the page offers, in the order of the standard; null for a value that can't be an endpoint. */
function* offeredEndpoints({ url, headers, mediaType, body }: TargetPage): Generator<URL | null, void, undefined> {
  const own = pageBase(url);
  for (const link of headerLinks(headers.link ?? "")) {
    if (!isWebmention(link.parameters.get("rel")) || !isOfPage(link, own)) continue;
    // Header bytes arrive as Latin-1, but unescaped letters in an address are UTF-8 in practice.
    yield webAddress(Buffer.from(link.reference, "latin1").toString("utf8"), own);
  }
  if (!isHtml(mediaType)) return;
  // According to the standard, a relative endpoint is relative to the target; `base` is not mentioned. Browsers resolve
  // links against the base, and the page's author expects this, so it applies to endpoints in the markup, too.
  const { base, elements } = readHtmlPage(body, url);
  for (const { name, foreign, attributes } of elements) {
    const href = attributes.get("href");
    if (foreign || (name !== "link" && name !== "a") || href === undefined) continue;
    if (isWebmention(attributes.get("rel"))) yield webAddress(href, base);
  }
}

/**
 * Discovers the Webmention endpoint of a page (W3C Webmention, 3.1.2): the first `Link` header with the relation
 * `webmention`, else the first `link` or `a` element with it. Values that are no http or https address are ignored.
 *
 * @returns null for a page without an endpoint, and for any status but 2xx: an error page is not the target. Never throws.
 */
export function discoveredEndpoint(page: TargetPage): URL | null {
  if (page.status < 200 || page.status > 299) return null;
  for (const endpoint of offeredEndpoints(page)) if (endpoint !== null) return endpoint;
  return null;
}
