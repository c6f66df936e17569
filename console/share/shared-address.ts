import type { SharedPage } from "./shared-page.ts";
import { fittingPage, LONGEST_TITLE } from "./shared-page.ts";

/** The parameters of the share target. */
export interface SharedParameters {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly url?: string | undefined;
}

/** What RFC 3986 allows in an address, but for what ends a host. */
const ASCII = String.raw`\w\-.~:[\]@!$&'()*+,;=%`;
const OTHER = String.raw`(?![\0-\x7f])[\p{L}\p{M}\p{N}・〜～]`;
/** Inflections and particles follow a word without a space. */
const PARTICLE = String.raw`[\p{sc=Hira}\p{sc=Hang}]`;
const UNSPACED = String.raw`[\p{sc=Hira}\p{sc=Hang}\p{sc=Kana}\p{sc=Han}\p{sc=Thai}]`;
const after = (text: string) => String.raw`(?!(?<=[a-z\d])${text}|(?<=\/)を)${OTHER}`;
const HOST = `https?://(?:[${ASCII}]|${after(UNSPACED)})+`;
const path = (text: string) => `(?:[/?#](?:[${ASCII}/?#]|${after(text)})*)?`;

/**
 * An address in a text. Some programs encode what is not ASCII, others don't, and text in scripts without spaces follows an
 * address at once: then letters of such a script are text where they follow an ASCII letter or digit. Where an address begins
 * after a space or a bracket, only particles are.
 */
const ADDRESS = new RegExp(
  String.raw`(?<=^|[\s\p{Ps}\p{Pi}"'<])${HOST}${path(PARTICLE)}|${HOST}${path(UNSPACED)}`,
  "giu",
);

/** Characters that end a sentence more often than an address. */
const TRAILING = new Set(".,;:!?'*\"<>、，・〜～");

/** Characters that end an address in ASCII; titles in an address of other letters contain them, too. */
const AFTER_ASCII = /(?<=[!-~])[、。，．！？…」』）】］〉》]/;

const BRACKETS = ["()", "[]", "（）", "「」", "『』", "【】", "［］", "〈〉", "《》"] as const;

/**
 * Finds the page that was shared. Android leaves `url` empty and puts the address into `text`, at times into `title`
 * (developer.chrome.com, Web Share Target). Of several addresses in a text it is the last: programs add it to what they
 * share.
 */
export function sharedAddress({ title = "", text = "", url = "" }: SharedParameters): SharedPage {
  const [inText, inTitle] = [addressesIn(text), addressesIn(title)];
  const found = wholeAddress(url) ?? (addressesIn(url).at(-1) ?? inText.at(-1) ?? inTitle.at(-1))?.address ?? "";
  const ownTitle = without(title, inTitle, found);
  const rest = without(text, inText, found);
  const note = rest === ownTitle ? "" : rest;
  // A text that is longer than any title is none.
  if (ownTitle === "" && note !== "" && note.length <= LONGEST_TITLE && !note.includes("\n")) {
    return { url: found, title: note, note: "" };
  }
  return fittingPage({ url: found, title: ownTitle, note });
}

/** A text that is one address, in any characters; null for any other text. */
function wholeAddress(text: string): string | null {
  const address = text.trim();
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : null;
}

/** An address, and where it begins in its text. */
interface Place {
  readonly address: string;
  readonly start: number;
}

/** The addresses in a text, in their order. A text that is one address stays whole, in any characters. */
function addressesIn(text: string): readonly Place[] {
  const whole = wholeAddress(text);
  const found: readonly (readonly [string, number])[] =
    whole === null
      ? Array.from(text.matchAll(ADDRESS), ({ 0: address, index }) => [address, index])
      : [[whole.split(AFTER_ASCII, 1).join(), text.indexOf(whole)]];
  return found
    .map(([address, start]) => ({ address: trimmed(address), start }))
    .filter(({ address }) => URL.canParse(address));
}

/** An address without the punctuation of the sentence around it, and without brackets that it closes but has not opened. */
function trimmed(address: string): string {
  const unopened = new Map(
    BRACKETS.map(([opening = "", closing = ""]) => [closing, excess(address, opening, closing)] as const),
  );
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const more = unopened.get(last) ?? 0;
    if (more > 0) unopened.set(last, more - 1);
    else if (!TRAILING.has(last)) break;
  }
  return address.slice(0, end);
}

/** How many more of `closing` than of `opening` there are. */
function excess(text: string, opening: string, closing: string): number {
  return text.split(closing).length - text.split(opening).length;
}

/** A text without the last occurrence of an address; a longer address with the same beginning stays. */
function without(text: string, places: readonly Place[], address: string): string {
  const place = places.findLast((each) => each.address === address);
  return (place === undefined ? text : text.slice(0, place.start) + text.slice(place.start + address.length)).trim();
}
