import type { PageMetadata } from "../../shared/html/page-metadata.ts";
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
export interface FetchedPage {
  /** The final address, after redirects: the base of relative links. */
  readonly url: URL;
  readonly status: number;
  /** Type and subtype without parameters, lower case; empty without the header. */
  readonly mediaType: string;
  /** The charset of `Content-Type`, in lower case. */
  readonly charset: string | null;
  readonly retryAfterSeconds: number | null;
  /** The response's headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Content-decoded bytes. */
  readonly body: Uint8Array;
  /** Whether the end of the body is missing, because of the limit or because it was not sent. */
  readonly truncated?: boolean;
}
