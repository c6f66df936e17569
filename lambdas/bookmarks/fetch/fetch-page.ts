import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { failureOfError } from "../../shared/outbound/request-failure.ts";
import type { PageOutcome } from "../readers/page-content.ts";
import { isPdf, readPdf } from "../readers/pdf/read-pdf.ts";
import { readPage } from "../readers/read-page.ts";

/** Milliseconds for the response, redirects and body included. */
const PAGE_TIMEOUT_MS = 10_000;

const MIB = 1_024 * 1_024;
/** The number of decoded bytes of a page that are read. The largest pages of real sites have about half of it. */
export const MAX_PAGE_BYTES = 4 * MIB;
export const ACCEPTED = "text/html, application/xhtml+xml, text/plain;q=0.9, application/pdf;q=0.9, */*;q=0.1";
const MAX_PDF_BYTES = 15 * MIB;

const isEnoughOfPage = (body: Uint8Array): boolean => body.length > MAX_PAGE_BYTES && !isPdf(body);

/**
 * Fetches a page once and reads it. A response is read as a PDF file if it begins like one, or has that media type. Network
 * errors are returned as outcomes, not thrown.
 */
export async function fetchPage(url: string, fetch: OutboundFetch, timeoutMs = PAGE_TIMEOUT_MS): Promise<PageOutcome> {
  try {
    const response = await fetch({
      url,
      headers: { accept: ACCEPTED },
      timeoutMs,
      maxBytes: MAX_PDF_BYTES,
      stopReading: isEnoughOfPage,
    });
    const { status, mediaType, body, truncated } = response;
    if (status !== 200) return readPage(response);
    if (!isPdf(body) && mediaType !== "application/pdf") return readPage(response);
    // A PDF file without its end can't be read: the end lists the positions of its parts.
    if (truncated) return { kind: "permanent", code: "pdf_broken" };
    const read = await readPdf(body);
    return read.kind === "page" ? { ...read, url: response.url, canonicalUrl: null } : read;
  } catch (error) {
    const failure = failureOfError(error);
    // Any other format is read from its beginning.
    return failure.code === "too_large" ? { kind: "permanent", code: "pdf_too_large" } : failure;
  }
}
