import { BLOCKS } from "../../../lambdas/bookmarks/readers/content-elements.ts";
import type { PageContent } from "../../../lambdas/bookmarks/readers/page-content.ts";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";
import type { Page, Piece } from "./page.ts";

/** A kept text as one string: blocks end lines, white space is single outside of `pre`, images give their alternative texts. */
interface Kept {
  readonly text: string;
  /** Where each piece of the text begins, and the elements that are open there. */
  readonly places: readonly { readonly at: number; readonly open: readonly string[] }[];
  readonly images: number;
}

function keptText(html: string): Kept {
  const places: { at: number; open: readonly string[] }[] = [];
  const open: string[] = [];
  let text = "";
  let images = 0;
  const add = (piece: string, around: readonly string[]) => {
    places.push({ at: text.length, open: around });
    text += piece;
  };
  for (const token of markupTokens(html)) {
    if (token.kind === "text") {
      add(open.includes("pre") ? token.text : token.text.replace(/\s+/g, " "), [...open]);
    } else if (token.kind === "start" && token.name === "img") {
      images += 1;
      add(`\n${token.attributes.get("alt") ?? ""}\n`, [...open, "img"]);
    } else if (token.kind === "start" || token.kind === "end") {
      const isBlock = BLOCKS.has(token.name) || token.name === "hr" || token.name === "br";
      if (isBlock && !(open.includes("pre") && token.name === "br")) text += "\n";
      if (token.name === "br" || token.name === "hr") continue;
      if (token.kind === "start") open.push(token.name);
      else open.pop();
    }
  }
  return { text, places, images };
}

const isHeading = (name: string): boolean => /^h[2-4]$/.test(name);
const shortened = (text: string): string => (text.length > 70 ? `${text.slice(0, 67)}…` : text).replaceAll("\n", "⏎");

/** Whether a piece that begins at this place is in the element. */
function standsIn({ places }: Kept, from: number, { within }: Piece): boolean {
  const open = places.findLast(({ at }) => at <= from)?.open ?? [];
  return open.some((name) => (within === "h" ? isHeading(name) : name === within));
}

/** The parts of a text other than the pieces of the article. */
function strange(text: string, mayHave: readonly string[]): string {
  const lines = text.split("\n").map((line) => line.trim());
  // The longest first: one may be a part of another.
  const open = mayHave.toSorted((one, other) => other.length - one.length);
  const rests = lines.map((line) => open.reduce((rest, known) => rest.replaceAll(known, ""), line));
  return rests.filter((rest) => /[\p{L}\p{N}]/u.test(rest)).join(" / ");
}

/**
 * How a kept content differs from what its page has to keep: a line for each piece that is missing, out of order, in another
 * element, or not of the article. Empty for a page that is read whole.
 */
export function differences(page: Page, content: PageContent, dir: "ltr" | "rtl" | undefined): readonly string[] {
  const kept = keptText(content.html);
  const found: string[] = [];
  let cursor = 0;
  for (const piece of page.kept) {
    const at = kept.text.indexOf(piece.text, cursor);
    if (at === -1) {
      const why = kept.text.includes(piece.text) ? "out of order" : "missing";
      found.push(`${why}, ${piece.within}: ${shortened(piece.text)}`);
      continue;
    }
    const more = strange(kept.text.slice(cursor, at), page.open);
    if (more !== "") found.push(`not of the article: ${shortened(more)}`);
    if (!standsIn(kept, at, piece)) found.push(`not in ${piece.within}: ${shortened(piece.text)}`);
    cursor = at + piece.text.length;
  }
  const more = strange(kept.text.slice(cursor), page.open);
  if (more !== "") found.push(`not of the article: ${shortened(more)}`);
  const { language } = page;
  const facts = [
    ["title", content.title, page.title],
    ["language", content.language, page.declaresLanguage ? language.tag : language.ofScript],
    ["dir", dir, language.dir],
    ["images", kept.images, page.images],
  ] as const;
  for (const [name, is, expected] of facts) if (is !== expected) found.push(`${name}: ${is} instead of ${expected}`);
  return found;
}
