import type { StatusFailure } from "../../shared/status-failure.ts";

/** What is read from a page. All texts are plain: no markup, no control or bidi characters. */
export interface PageContent {
  /** One line, at most 500 code points. */
  readonly title: string | null;
  readonly siteName: string | null;
  readonly author: string | null;
  /** What the page says of itself in a line or two; at most 1,000 code points. */
  readonly description: string | null;
  /** Primary language subtag (BCP 47), lower case: `ja`. Told by the text where the page does not declare it. */
  readonly language: string | null;
  /** Absolute http or https address. */
  readonly imageUrl: string | null;
  /** The readable text: paragraphs with a line feed between them; empty where the page has none. */
  readonly text: string;
}

/** What one answer of a site comes to. */
export type PageOutcome = { readonly kind: "page"; readonly content: PageContent } | StatusFailure;

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
