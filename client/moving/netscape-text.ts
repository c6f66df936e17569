import { escaped } from "../../lambdas/shared/html/escaped.ts";

/** A page as a Netscape bookmark file has it. */
export interface NetscapeEntry {
  readonly url: string;
  /** Null: the address stands in its place, since a link without a text would be invisible. */
  readonly title: string | null;
  readonly note: string | null;
  readonly tags: readonly string[];
  readonly unread: boolean;
  readonly starred: boolean;
  /** ISO 8601 UTC, as `updated_at`. */
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * Writes a Netscape bookmark file, while the entries arrive.
 *
 * @param title of the file, without characters of markup
 */
export async function* netscapeText<T>(
  title: string,
  items: AsyncIterable<T>,
  entryOf: (item: T) => NetscapeEntry,
): AsyncGenerator<string, void, undefined> {
  yield `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>${title}</TITLE>
<H1>${title}</H1>
<DL><p>
`;
  for await (const item of items) yield written(entryOf(item));
  yield "</DL><p>\n";
}

function written(entry: NetscapeEntry): string {
  const { url, title, note, tags, unread, starred, created_at, updated_at } = entry;
  const attributes = {
    HREF: escaped(url),
    ADD_DATE: seconds(created_at),
    LAST_MODIFIED: seconds(updated_at),
    // The format has whole seconds only. Other programs leave out the attribute that they don't know.
    SAVED_AT: created_at,
    // As Pinboard and linkding say it.
    ...(unread && { TOREAD: "1" }),
    ...(starred && { STARRED: "1" }),
    // Readers split at commas; Magpie's splits before it decodes.
    ...(tags.length === 0 ? {} : { TAGS: tags.map((tag) => escaped(tag).replaceAll(",", "&#44;")).join(",") }),
  };
  const all = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  const link = `    <DT><A ${all.join(" ")}>${escaped(title ?? url)}</A>\n`;
  return note === null || note === "" ? link : `${link}    <DD>${escaped(note)}\n`;
}

function seconds(time: string): string {
  return String(Math.floor(Date.parse(time) / 1_000));
}
