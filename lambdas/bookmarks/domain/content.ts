import type { PageContent } from "../readers/page-content.ts";

/** What a text was read from: the answer to a request of ours, or a page as the user's browser showed it. */
export const READ_FROM = ["fetch", "browser"] as const;
export type ReadFrom = (typeof READ_FROM)[number];

/** A bookmark's kept text, as it is stored and answered. */
export interface KeptContent {
  readonly title: string | null;
  readonly byline: string | null;
  /** The primary language subtag (BCP 47); null if it is not known. */
  readonly language: string | null;
  readonly dir: "ltr" | "rtl";
  readonly words: number;
  /** When the page was read; ISO 8601 UTC. */
  readonly readAt: string;
  /** Absent in a text that was kept before this was stored, which was fetched. */
  readonly readFrom?: ReadFrom;
  /** Whether the page's text is longer than what is kept. */
  readonly truncated: boolean;
  /** Only the elements and attributes of content-elements.ts; at most 1 MB. */
  readonly html: string;
}

const MIB = 1_024 * 1_024;

/** What is taken as a page that a user sends. */
export const SENT_PAGE = { type: "text/html", mostSent: 4 * MIB, mostUnpacked: 8 * MIB } as const;

export interface Contents {
  /** Stores a text under an id that no other text of the folder has. @returns its key */
  put(folder: string, id: string, content: KeptContent): Promise<string>;
  /** Deletes a text, if there is one under the key. */
  delete(key: string): Promise<void>;
}

/** How many code units of a text are examined for its direction. */
const SAMPLE = 5_000;
const TAGS = /<(\/?)([a-z]+\d?)[^>]*>/g;
const WITHIN_WORDS = new Set("a abbr code em kbd mark rb ruby s samp span strong sub sup time".split(" "));
const ENTITY = /&(?:lt|gt|amp);/g;

// Word boundaries depend little on the language: those of scripts without spaces are found by dictionaries.
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The text of a content, with a space where one block ends and another begins. */
function textOf(html: string): string {
  return html.replace(TAGS, (_tag, _end, name) => (WITHIN_WORDS.has(name) ? "" : " ")).replace(ENTITY, " ");
}

function countWords(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
  return words;
}

/** The direction of most letters of a text. */
function directionOf(text: string): "ltr" | "rtl" {
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const rightToLeft =
    sample.match(/[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/gu)?.length ?? 0;
  return rightToLeft > letters / 2 ? "rtl" : "ltr";
}

/** The content of a page that was read; null for a page without text. */
export function contentOf(page: PageContent, readAt: Date, readFrom: ReadFrom): KeptContent | null {
  if (page.html === "") return null;
  const { title, author: byline, language, truncated, html } = page;
  const text = textOf(html);
  const dir = page.dir ?? directionOf(text);
  const read = { readAt: readAt.toISOString(), readFrom };
  return { title, byline, language, dir, words: countWords(text), ...read, truncated, html };
}

/**
 * Whether a content replaces the kept one. A page that the user sent does. A text of less than a third of the kept words is
 * more likely a page that says that the text is gone, or asks to sign in.
 *
 * @param kept its words are null when none is kept
 */
export function replacesKept(
  { words, readFrom }: KeptContent,
  kept: { readonly words: number | null; readonly textStays: boolean | null },
): boolean {
  if (readFrom === "browser") return true;
  return kept.textStays !== true && 3 * words >= (kept.words ?? 0);
}
