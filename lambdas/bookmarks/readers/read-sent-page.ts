import type { PageOutcome } from "./page-content.ts";
import { readPage } from "./read-page.ts";

/** A page as a user's browser showed it. Nothing of it is trusted. */
export interface SentPage {
  readonly body: Uint8Array;
  /** The charset that its sender declared, unchecked; null without one. */
  readonly charset: string | null;
}

/**
 * Reads a page that the user sent, as if its bookmark's address had answered with it. What it leads to, such as an article's
 * further pages, is not followed: the user did not send these, and a request of ours may get others.
 *
 * @param url the bookmark's
 * @param most the number of bytes that are read; a longer page is cut, and its answer says so
 */
export function readSentPage({ body, charset }: SentPage, url: string, most: number): PageOutcome {
  const page = readPage({
    url: new URL(url),
    status: 200,
    mediaType: "text/html",
    charset,
    retryAfterSeconds: null,
    body: body.subarray(0, most),
    truncated: body.length > most,
  });
  if (page.kind !== "page") return page;
  const { nextUrl: _next, frameUrl: _frame, ...alone } = page;
  return alone;
}
