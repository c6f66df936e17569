import { enoughAfterHead } from "../../shared/html/head-end.ts";
import { decodePage } from "../../shared/html/page-charset.ts";
import { pageDeclarations } from "../../shared/html/page-declarations.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { OutboundHead, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import type { PoliteHosts } from "../../shared/outbound/polite-hosts.ts";
import { cleanTitle } from "../../shared/plain-text.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import type { Finding } from "../domain/page-check.ts";
import { findingOf, isAskedByHead, needsConfirmation } from "../domain/page-check.ts";
import { ACCEPTED } from "./fetch-page.ts";

/** The number of decoded bytes of a page that are read for its title. */
const MAX_HEAD_BYTES = 256 * 1_024;

const hasTitle = ({ status, mediaType }: OutboundHead): boolean =>
  status >= 200 && status < 300 && (mediaType === "text/html" || mediaType === "application/xhtml+xml");

/**
 * Asks whether a bookmark's page is still there, by HEAD or by GET. Of a page that was missing before its title has to tell
 * that the page is back, so that no more than the page's head is read; of others the status is enough. What fails, and what a
 * robots.txt forbids, proves nothing.
 *
 * @param by the end of the time for both requests
 * @param random from 0 to 1
 */
export async function checkPage(
  bookmark: Pick<Bookmark, "url" | "missingAt" | "goneAt">,
  hosts: PoliteHosts,
  { by, random }: { by: Date; random: number },
): Promise<Finding> {
  const asked = URL.parse(bookmark.url);
  if (asked === null) return "unproved";
  const headers = { accept: ACCEPTED };
  try {
    if (isAskedByHead(bookmark, random)) {
      const head = await hosts.ask(asked, { method: "HEAD", headers, maxBytes: MAX_HEAD_BYTES, by });
      if (head === null) return "unproved";
      if (!needsConfirmation(head.status)) return findingOf({ ...head, title: null }, asked);
    }
    const isTitleRead = (answer: OutboundHead) => (bookmark.missingAt ?? null) !== null && hasTitle(answer);
    const page = await hosts.ask(asked, {
      method: "GET",
      headers,
      maxBytes: MAX_HEAD_BYTES,
      onTooLarge: "truncate",
      skipBody: (answer) => !isTitleRead(answer),
      stopReading: () => enoughAfterHead(() => true),
      by,
    });
    return page === null ? "unproved" : findingOf({ ...page, title: isTitleRead(page) ? titleOf(page) : null }, asked);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return "unproved";
  }
}

function titleOf({ body, charset }: OutboundResponse): string | null {
  const { titles } = pageDeclarations(decodePage(body, charset));
  return titles.map(cleanTitle).find(Boolean) ?? null;
}
