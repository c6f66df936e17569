import type { PageText } from "../readers/page-content.ts";

export interface Summary {
  /** One paragraph in the page's language, at most 1,000 code points; null for a page without text. */
  readonly summary: string | null;
  /** At most five distinct tags, in lower case where the script has case, each at most 50 code points. */
  readonly tags: readonly string[];
  /** The author of the summary: `extractive`, or `bedrock/` and the model's id. */
  readonly by: string;
}

export interface Summariser {
  /** @throws SummaryFailure when the page can't be summarised, now or at all */
  summarise(page: PageText): Promise<Summary>;
}

/** A failure of the summariser; `code` begins with `llm_`. */
export class SummaryFailure extends Error {
  override readonly name = "SummaryFailure";
  readonly code: string;
  /** Whether a retry may succeed. */
  readonly transient: boolean;

  constructor(code: string, transient: boolean, options?: { cause?: unknown }) {
    super(code, options);
    this.code = code;
    this.transient = transient;
  }
}
