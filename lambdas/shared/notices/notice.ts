import { derivedId } from "../derived-id.ts";
import { beginning, singleLine } from "../plain-text.ts";
import type { NoticeKind, NoticeKindOf } from "./notice-kind.ts";

/** A message to people, or to administrators alone, as it is stored and as it is shown. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  /** Of which its text is made; null: it was made as text, by release 1.0.0 or as a digest. */
  readonly data: object | null;
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
/** A digest names at most a hundred notices; one more line says that there are others. */
const MAX_LINES = 101;
/** Characters of an address; a longer one is left out. */
const MAX_URL = 2_000;

/** The id of the notice about something, so that a notice exists once however often its cause is seen. */
export function noticeId(kind: NoticeKind, about: readonly string[]): string {
  return derivedId("notice", kind, ...about);
}

/**
 * Creates a notice of a kind, with its text in English. Its data may hold titles of listings, books and sites, which are
 * untrusted.
 *
 * @param of `about`: identifies the notice among those of its kind
 */
export function newNotice<Data extends object>(
  { kind, link, words: { en } }: NoticeKindOf<Data>,
  of: { readonly about: readonly string[]; readonly data: Data },
  now: Date,
): Notice {
  const { url, screen } = link(of.data);
  const data = plain(of.data);
  return {
    id: noticeId(kind, of.about),
    kind,
    data,
    ...plainText(en.title(data), en.lines(data)),
    url: webAddress(url),
    screen,
    createdAt: now.toISOString(),
  };
}

/** A title and lines of untrusted text as plain text, each on one line. */
export function plainText(title: string, lines: readonly string[]): Pick<Notice, "title" | "body"> {
  return {
    title: beginning(singleLine(title), MAX_TITLE) || "(no title)",
    body: lines
      .map((line) => beginning(singleLine(line), MAX_LINE))
      .filter((line) => line !== "")
      .slice(0, MAX_LINES)
      .join("\n"),
  };
}

/** Data whose texts have the length of a line at most: an item of a table has at most 400 KB. */
function plain<T>(data: T): T {
  if (typeof data === "string") return beginning(singleLine(data), MAX_LINE) as T;
  if (Array.isArray(data)) return data.map(plain) as T;
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, plain(value)])) as T;
}

/** An address that a browser may be sent to; null for any other text. */
function webAddress(text: string | null): string | null {
  if (text === null || text.length > MAX_URL) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
