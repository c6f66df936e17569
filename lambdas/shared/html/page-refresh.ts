import { markupText } from "./markup-text.ts";
import { baseAddress, pageDeclarations } from "./page-declarations.ts";

/** The longest wait in seconds before a page that only refreshes to another one. */
const MAX_SECONDS = 10;
/** From this number of letters on, a page has a text of its own. */
const OWN_LETTERS = 200;
/** How many code units of a declaration are read. */
const MAX_CONTENT = 5_000;

// HTML, 4.2.5.3 ("shared declarative refresh steps"): the seconds, a separator, and the address, with or without `url=` and
// quotes.
const REFRESH = /^\s*(?=[\d.])(\d*)(?:\.[\d.]*)?(?=[\s;,])\s*[;,]?\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.+))/is;

function referenceIn(content: string): string | null {
  const [, seconds = "", ...references] = REFRESH.exec(content.slice(0, MAX_CONTENT)) ?? [];
  const reference = references.find((found) => found !== undefined)?.trim() ?? "";
  return reference === "" || Number(seconds) > MAX_SECONDS ? null : reference;
}

export interface PageRefresh {
  readonly reference: string;
  /** What the reference is relative to. */
  readonly base: URL;
}

/**
 * Reads the target of a page that only refreshes to another one, as browsers follow it without scripts: by its
 * `Refresh` header or a `meta` element, not one within `noscript` or `template`. Takes time linear in the markup's
 * length. Never throws.
 *
 * @param header the `Refresh` header; "" without one
 * @returns null for a page without a refresh, with one after more than 10 s, or with 200 letters of its own
 */
export function pageRefresh(html: string, header: string, url: URL): PageRefresh | null {
  const declarations = pageDeclarations(html);
  const base = baseAddress(declarations, url);
  const declared = declarations.elements.flatMap(({ attributes }) =>
    attributes.get("http-equiv")?.trim().toLowerCase() === "refresh" ? [attributes.get("content") ?? ""] : [],
  );
  const found = [{ content: header, base: url }, ...declared.map((content) => ({ content, base }))]
    .map(({ content, base }) => ({ reference: referenceIn(content), base }))
    .find((refresh): refresh is PageRefresh => refresh.reference !== null);
  if (found === undefined) return null;
  // U+FFFD stands for a letter of another encoding.
  const letters = markupText(html).match(/[\p{L}\ufffd]/gu)?.length ?? 0;
  return letters < OWN_LETTERS ? found : null;
}
