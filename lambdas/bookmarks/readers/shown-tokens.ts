import { INLINE } from "../../shared/html/markup-text.ts";
import type { MarkupToken } from "../../shared/html/markup-tokens.ts";
import { markupTokens, OPAQUE_WITH_NOSCRIPT_READ } from "../../shared/html/markup-tokens.ts";
import { BLOCKS, BREAKING } from "./content-elements.ts";
import { hasAddress } from "./content-image.ts";

type StartToken = MarkupToken & { readonly kind: "start" };

// The names that the common libraries of styles give to what only screen readers say: it repeats what is seen.
const FOR_SCREEN_READERS =
  /(?:^|\s)(?:a11y-hidden|is-sr-only|screen-reader-(?:shortcut|text)|sr-only|visually-hidden)(?:\s|$)/;
// Bootstrap's word for an element that is not shown, unless another one shows it on larger screens.
const NOT_SHOWN = /(?:^|\s)d-none(?:\s|$)/;
const SHOWN_LARGE = /(?:^|\s)d-\w+-(?!none)/;
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** The longest attribute that is examined: a pattern tries each place of it. */
const MAX_EXAMINED = 300;

/** Whether the page hides an element. */
export function isHidden({ attributes }: StartToken): boolean {
  const named = attributes.get("class")?.slice(0, MAX_EXAMINED) ?? "";
  const style = attributes.get("style")?.slice(0, MAX_EXAMINED) ?? "";
  if (attributes.has("hidden") || HIDING_STYLE.test(style) || FOR_SCREEN_READERS.test(named)) return true;
  return NOT_SHOWN.test(named) && !SHOWN_LARGE.test(named);
}

// Notes of an author stand in `aside`, as do lists of other pages: their class tells them apart.
const NOTE =
  /(?:^|[\s_-])(?:admonition|alert|callout|caution|hint|info|message|msg|note|notice|quote|tip|warning)(?:$|[\s_-])/i;

const isNote = ({ attributes }: StartToken): boolean =>
  NOTE.test(attributes.get("class")?.slice(0, MAX_EXAMINED) ?? "");

/** The elements of AMP that are advertisements, menus and questions, and the one that is an image. */
const OF_AMP: Readonly<Record<string, string>> = {
  "amp-ad": "aside",
  "amp-consent": "aside",
  "amp-embed": "aside",
  "amp-img": "img",
  "amp-sidebar": "aside",
  "amp-sticky-ad": "aside",
  "amp-user-notification": "aside",
};

/**
 * The tokens of a page as a reader sees it: without inline elements that are hidden, with notes as elements of the text, and
 * for an image that a script would load late the one that the page has for readers without script.
 */
export function* shownTokens(html: string): Generator<MarkupToken, void, undefined> {
  /** The name of a hidden element, and how many of the name are open in it, with itself. */
  let hidden = "";
  let depth = 0;
  let inNoscript = false;
  /** Of each open `aside`, whether it is a note. */
  const notes: boolean[] = [];
  /** An image without an address. */
  let late: StartToken | null = null;
  for (const given of markupTokens(html, OPAQUE_WITH_NOSCRIPT_READ)) {
    if (given.kind !== "start" && given.kind !== "end") {
      const isSpace = given.kind === "text" && given.text.trim() === "";
      if (depth > 0 || inNoscript || (isSpace && late !== null)) continue;
      if (late !== null) yield late;
      late = null;
      yield given;
      continue;
    }
    const name = OF_AMP[given.name] ?? given.name;
    const isStart = given.kind === "start";
    if (depth > 0) {
      if (name === hidden) depth += isStart ? 1 : -1;
      // A hidden element that is not ended hides no block: most likely its end was forgotten.
      else if (BLOCKS.has(name) || BREAKING.has(name)) depth = 0;
      if (depth > 0 || name === hidden) continue;
    }
    if (name === "noscript") {
      inNoscript = isStart;
      continue;
    }
    if (inNoscript) {
      if (name === "img" && isStart && late !== null) late = given;
      continue;
    }
    if (late !== null) yield late;
    late = null;
    if (!isStart) {
      if (name !== "img") yield { kind: "end", name: name === "aside" && notes.pop() === true ? "div" : name };
    } else if (INLINE.has(name) && isHidden(given)) {
      hidden = name;
      depth = 1;
    } else if (name === "img" && !hasAddress(given.attributes)) {
      late = { ...given, name };
    } else {
      if (name === "aside") notes.push(isNote(given));
      yield { ...given, name: name === "aside" && notes.at(-1) === true ? "div" : name };
    }
  }
  if (late !== null) yield late;
}
