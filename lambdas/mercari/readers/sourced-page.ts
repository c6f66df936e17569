/** A fetched page, from any page source. */
export interface SourcedPage {
  /** The final address, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document as text. */
  readonly html: string;
  readonly retryAfterSeconds: number | null;
}
