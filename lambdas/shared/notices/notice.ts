import { derivedId } from "../derived-id.ts";
import { beginning, singleLine } from "../plain-text.ts";

/** The subjects of notices: an offer, new books of a job, a search that fails, a site that recommends ours, saved pages that are gone, an urgent alarm. */
export const NOTICE_KINDS = ["price", "books", "search_failing", "mention", "gone", "alarm"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A message to the administrators. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  /** One line of plain text, not empty. */
  readonly title: string;
  /** Lines of plain text; a line that is an address begins with `https://` and has nothing else. */
  readonly body: string;
  /** What it is about, outside of the console; null where there is no such address. */
  readonly url: string | null;
  /** Path of the console's screen where one acts, e.g. `/app/prices/…`. */
  readonly screen: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** The screen of a notice that names no other. */
const NOTICES_SCREEN = "/app/operations/notices";

/**
 * Where a notice leads: the address that it is about, else the console's screen.
 *
 * @param siteUrl without a slash at the end
 */
export function addressOf({ url, screen }: Pick<Notice, "url" | "screen">, siteUrl: string): string {
  return url ?? `${siteUrl}${screen}`;
}

/** In code points. */
const MAX_TITLE = 200;
const MAX_LINE = 300;
/** A digest names a hundred notices, and says that there are more. */
const MAX_LINES = 101;
/** Characters of an address; a longer one is left out. */
const MAX_URL = 2_000;

/** The id of the notice about something, so that a notice exists once however often its cause is seen. */
export function noticeId(kind: NoticeKind, about: readonly string[]): string {
  return derivedId("notice", kind, ...about);
}

/**
 * Creates a notice. Titles of listings, books and sites are untrusted: they become plain text, each on one line.
 *
 * @param of `about`: identifies the notice among those of its kind
 */
export function newNotice(
  of: {
    readonly kind: NoticeKind;
    readonly about: readonly string[];
    readonly title: string;
    readonly lines: readonly string[];
    readonly url: string | null;
    readonly screen?: string;
  },
  now: Date,
): Notice {
  return {
    id: noticeId(of.kind, of.about),
    kind: of.kind,
    title: beginning(singleLine(of.title), MAX_TITLE) || "(no title)",
    body: of.lines
      .map((line) => beginning(singleLine(line), MAX_LINE))
      .filter((line) => line !== "")
      .slice(0, MAX_LINES)
      .join("\n"),
    url: webAddress(of.url),
    screen: of.screen ?? NOTICES_SCREEN,
    createdAt: now.toISOString(),
  };
}

/** An address that a browser may be sent to; null for any other text. */
function webAddress(text: string | null): string | null {
  if (text === null || text.length > MAX_URL) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
