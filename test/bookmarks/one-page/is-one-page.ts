import { createHash } from "node:crypto";
import type { Bookmark } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { parsePageUrl } from "../../../lambdas/bookmarks/domain/page-url.ts";
import { findDuplicate } from "../../../lambdas/bookmarks/fetch/find-duplicate.ts";
import { readPage } from "../../../lambdas/bookmarks/readers/read-page.ts";
import type { BookmarkTable } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { at, START } from "../../emulators/test-clock.ts";
import { pendingBookmark } from "../bookmarks-world.ts";
import { fetchedPage } from "../processing-world.ts";

/** A site's answer at an address. */
export interface Answer {
  /** The address at the end of the redirects; the one that was asked for without redirects. */
  readonly to?: string;
  readonly status?: number;
  /** The address that the page names as canonical; null without one. */
  readonly names?: string | null;
  readonly title?: string;
  /** A name for the text of the page, or a text of two names, the second one for a tenth of it; "" for a page without text. */
  readonly says?: string;
}

/** The answers of the other address, and of the saved one (`there`), which by default names itself. */
export interface Site extends Answer {
  readonly there?: Answer;
}

/** Two addresses, why they are one page or not, and the answers of their sites: the first is saved, the second is read. */
export type Pair = readonly [why: string, saved: string, other: string, site?: Site];

/** A page, and its address with a parameter of its site's own. */
export const OWLS = "https://blog.example/posts/owls";
export const FROM_HOME = `${OWLS}?ref=home`;

/** A pair of which the other address redirects to the saved one. */
export const redirects = (why: string, saved: string, other: string): Pair => [why, saved, other, { to: saved }];

/** A pair of which the page at the other address names the saved one as canonical. */
export const names = (why: string, saved: string, other: string, site: Site = {}): Pair => [
  why,
  saved,
  other,
  { names: saved, ...site },
];

/** Whether the bookmark of the other address is known to be that of the saved one: at once, or when its page was read. */
export async function isOnePage([_why, saved, other, site]: Pair): Promise<boolean> {
  const [older, bookmark] = [bookmarkOf(saved, START), bookmarkOf(other, at(1_000))];
  if (older.id === bookmark.id) return true;
  if (site === undefined) return false;
  const { there = {}, ...read } = site;
  const page = readPage(responseOf(other, { names: null, ...read }));
  if (page.kind !== "page") return false;
  const items = { getStaying: async ({ id }: { id: string }) => (id === older.id ? older : null) };
  const found = await findDuplicate(bookmark, page, {
    items: items as unknown as BookmarkTable,
    fetch: async ({ url }) => responseOf(String(url), { names: String(url), ...there }),
  });
  return found === older.canonicalUrl;
}

function bookmarkOf(url: string, now: Date): Bookmark {
  const page = parsePageUrl(url);
  if (!page.ok) throw new Error(`${url} can't be saved.`);
  return { ...pendingBookmark("alice", { canonicalUrl: page.canonicalUrl, now }), url };
}

function responseOf(address: string, answer: Answer): OutboundResponse {
  const { to = address, status = 200, names = null, title = "A page", says = "the page" } = answer;
  const link = names === null ? "" : `<link rel="canonical" href="${names}">`;
  const body = Buffer.from(`<!doctype html><title>${title}</title>${link}<article>${textOf(says)}</article>`);
  return fetchedPage({ url: new URL(to), status, mediaType: "text/html", charset: "utf-8", body });
}

/** Ten paragraphs of words that depend on a name; the last one may be of another. */
function textOf(says: string): string {
  if (says === "") return "";
  const [main = "", last = main] = says.split(" + ");
  const names = Array.from({ length: 10 }, (_, index) => `${index === 9 ? last : main} ${index}`);
  return names.map((name) => `<p>${wordsOf(name)}.</p>`).join("\n");
}

function wordsOf(name: string): string {
  return createHash("sha512")
    .update(name)
    .digest("base64")
    .replace(/[^a-z]+/gi, " ");
}
