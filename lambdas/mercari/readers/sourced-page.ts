/** A fetched page, whatever its source. */
export interface SourcedPage {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document as text. */
  readonly html: string;
  readonly retryAfterSeconds: number | null;
}
