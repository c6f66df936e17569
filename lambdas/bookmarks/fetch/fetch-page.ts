import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { failureOfError } from "../../shared/outbound/request-failure.ts";
import type { PageOutcome } from "../readers/page-content.ts";
import { readPage } from "../readers/read-page.ts";

/** Milliseconds for the response, redirects and body included. */
const PAGE_TIMEOUT_MS = 10_000;

/** The limit of a page's decoded bytes. The largest pages of real sites have about half of it. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Fetches a page once and reads it. Network errors are returned as outcomes, not thrown. */
export async function fetchPage(url: string, fetch: OutboundFetch): Promise<PageOutcome> {
  try {
    const response = await fetch({
      url,
      headers: { accept: "text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.1" },
      timeoutMs: PAGE_TIMEOUT_MS,
      maxBytes: MAX_PAGE_BYTES,
    });
    return readPage(response);
  } catch (error) {
    return failureOfError(error);
  }
}
