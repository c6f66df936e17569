import { pageBase } from "../../shared/html/page-address.ts";
import { isHtml, readHtmlPage } from "./html-page.ts";
import type { HeaderLink } from "./link-header.ts";
import { headerLinks } from "./link-header.ts";

/** What a site answered when it was asked for the target of a mention. */
export interface TargetPage {
  /** The address that answered, after redirects. */
  readonly url: URL;
  readonly status: number;
  /** As `outbound-fetch.ts` gives them: names in lower case, several values joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Essence in lower case, "" if none. */
  readonly mediaType: string;
  /** Decoded text, or as much of it as was read. */
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

/** A web address without its fragment, which no request has; null for other schemes and for what is no address. */
function webAddress(reference: string, base: URL): URL | null {
  const url = URL.parse(reference, base.href);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return null;
  url.hash = "";
  return url;
}

/** Whether a link is one of the page itself. With an anchor it may speak of any other (RFC 8288, 3.2). */
function isOfPage({ parameters }: HeaderLink, url: URL): boolean {
  const anchor = parameters.get("anchor");
  return anchor === undefined || webAddress(anchor, url)?.href === webAddress("", url)?.href;
}

/** Every endpoint that is offered, in the order of the standard; null where what is offered can't be one. */
function* offeredEndpoints({ url, headers, mediaType, body }: TargetPage): Generator<URL | null, void, undefined> {
  const own = pageBase(url);
  for (const link of headerLinks(headers.link ?? "")) {
    if (!isWebmention(link.parameters.get("rel")) || !isOfPage(link, own)) continue;
    // Header bytes arrive as Latin-1, but unescaped letters in an address are UTF-8 in practice.
    yield webAddress(Buffer.from(link.reference, "latin1").toString("utf8"), own);
  }
  if (!isHtml(mediaType)) return;
  // The standard says that a relative endpoint is relative to the target, and nothing of a base element. A browser that
  // follows the link goes by the base, and so does who wrote the page: it holds for the markup, as everywhere in HTML.
  const { base, elements } = readHtmlPage(body, url);
  for (const { name, foreign, attributes } of elements) {
    const href = attributes.get("href");
    if (foreign || (name !== "link" && name !== "a") || href === undefined) continue;
    if (isWebmention(attributes.get("rel"))) yield webAddress(href, base);
  }
}

/**
 * Finds where a page wants to be told of mentions (W3C Webmention, 3.1.2): the first `Link` header with the relation
 * `webmention`, else the first `link` or `a` element with it. What is no http or https address is passed over.
 *
 * @returns null for a page that offers none, and for any status but 2xx: an error page is not the target. Never throws.
 */
export function discoveredEndpoint(page: TargetPage): URL | null {
  if (page.status < 200 || page.status > 299) return null;
  for (const endpoint of offeredEndpoints(page)) if (endpoint !== null) return endpoint;
  return null;
}
