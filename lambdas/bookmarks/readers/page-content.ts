import type { PageMetadata } from "../../shared/html/page-metadata.ts";
import type { OutboundHead, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import type { RequestFailure } from "../../shared/outbound/request-failure.ts";
import type { ContentHtml } from "./content-writer.ts";

/** The input of a summary. If the page declares no language, it is detected from the text. */
export interface PageText extends PageMetadata {
  /** The readable text: paragraphs joined by line feeds; empty for a page without text. */
  readonly text: string;
}

export interface PageContent extends PageText, ContentHtml {
  /** The direction that the page declares. */
  readonly dir: "ltr" | "rtl" | null;
  /** Absolute addresses at which the page's icon may be, the best first. */
  readonly iconUrls: readonly string[];
}

export interface ReadPage {
  readonly kind: "page";
  readonly content: PageContent;
  /** The final address, after redirects. */
  readonly url: URL;
  /** The address that the page names as its own (RFC 6596). */
  readonly canonicalUrl: URL | null;
  /** The address that the page names as its next page, on the same host. */
  readonly nextUrl?: URL;
  /** For a page without a text of its own that consists of others: the main one's address; null if it is not on the web. */
  readonly frameUrl?: URL | null;
}

export type PageOutcome = ReadPage | RequestFailure;

/** The parts of a response that the reader of a page needs. */
export interface FetchedPage
  extends Pick<OutboundHead, "url" | "status" | "mediaType" | "charset" | "retryAfterSeconds">,
    Partial<Pick<OutboundResponse, "headers" | "truncated">> {
  readonly body: Uint8Array;
}
