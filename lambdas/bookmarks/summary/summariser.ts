import type { PageContent } from "../readers/page-content.ts";

/** A page in brief. */
export interface Summary {
  /** In the page's language, one paragraph, at most 1,000 code points; null where the page has no text to sum up. */
  readonly summary: string | null;
  /** Up to five, lower case where the script has case, each at most 50 code points, no two alike. */
  readonly tags: readonly string[];
  /** Who wrote it: `extractive`, or `bedrock/` and the model's id. */
  readonly by: string;
}

/** Sums up a page. */
export interface Summariser {
  /** @throws SummaryFailure when there is no summary to be had now, or ever */
  summarise(page: PageContent): Promise<Summary>;
}

/** Trouble with the summariser; `code` begins with `llm_`. */
export class SummaryFailure extends Error {
  override readonly name = "SummaryFailure";
  readonly code: string;
  /** Whether the same page may be summed up later. */
  readonly transient: boolean;

  constructor(code: string, transient: boolean, options?: { cause?: unknown }) {
    super(code, options);
    this.code = code;
    this.transient = transient;
  }
}
