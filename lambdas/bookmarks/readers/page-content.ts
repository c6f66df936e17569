import type { PageMetadata } from "../../shared/html/page-metadata.ts";
import type { RequestFailure } from "../../shared/outbound/request-failure.ts";

/** What is read from a page. The language is told by the text where the page does not declare it. */
export interface PageContent extends PageMetadata {
  /** The readable text: paragraphs with a line feed between them; empty where the page has none. */
  readonly text: string;
}

/** What one answer of a site comes to. */
export type PageOutcome = { readonly kind: "page"; readonly content: PageContent } | RequestFailure;

/** The part of a fetched response that the page's reader looks at. */
export interface FetchedPage {
  /** The address that answered, after redirects: the base of relative links. */
  readonly url: URL;
  readonly status: number;
  /** Type and subtype without parameters, lower case; empty without the header. */
  readonly mediaType: string;
  /** Charset of Content-Type, lower case. */
  readonly charset: string | null;
  readonly retryAfterSeconds: number | null;
  /** Content-decoded bytes. */
  readonly body: Uint8Array;
}
