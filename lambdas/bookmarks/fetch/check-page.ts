import { enoughAfterHead } from "../../shared/html/head-end.ts";
import { decodePage } from "../../shared/html/page-charset.ts";
import { pageDeclarations } from "../../shared/html/page-declarations.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { OutboundHead, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import type { PoliteHosts } from "../../shared/outbound/polite-hosts.ts";
import { cleanTitle } from "../../shared/plain-text.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import type { Finding, PageAnswer } from "../domain/page-check.ts";
import { findingOf, needsConfirmation } from "../domain/page-check.ts";
import { ACCEPTED } from "./fetch-page.ts";

/** The number of decoded bytes of a page that are read for its title. */
const MAX_HEAD_BYTES = 256 * 1_024;

const hasTitle = ({ status, mediaType }: OutboundHead): boolean =>
  status >= 200 && status < 300 && (mediaType === "text/html" || mediaType === "application/xhtml+xml");

/**
 * Asks whether a bookmark's page is still there, by HEAD where its answer can be believed, else by GET, of which no more
 * than the page's head is read. What fails, and what a robots.txt forbids, proves nothing.
 *
 * @param by the end of the time for both requests
 */
export async function checkPage(
  bookmark: Pick<Bookmark, "url" | "missingAt" | "goneAt">,
  hosts: PoliteHosts,
  by: Date,
): Promise<Finding> {
  const asked = URL.parse(bookmark.url);
  if (asked === null) return "unproved";
  const headers = { accept: ACCEPTED };
  try {
    const head = await hosts.ask(asked, { method: "HEAD", headers, maxBytes: MAX_HEAD_BYTES, by });
    if (head === null) return "unproved";
    if (!needsConfirmation(head, bookmark)) return findingOf({ ...head, title: null }, asked);
    const page = await hosts.ask(asked, {
      method: "GET",
      headers,
      maxBytes: MAX_HEAD_BYTES,
      onTooLarge: "truncate",
      skipBody: (answer) => !hasTitle(answer),
      stopReading: () => enoughAfterHead(() => true),
      by,
    });
    return page === null ? "unproved" : findingOf(answerOf(page), asked);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return "unproved";
  }
}

function answerOf(page: OutboundResponse): PageAnswer {
  const { status, url, body, charset } = page;
  if (!hasTitle(page)) return { status, url, title: null };
  const { titles } = pageDeclarations(decodePage(body, charset));
  return { status, url, title: titles.map(cleanTitle).find(Boolean) ?? null };
}
