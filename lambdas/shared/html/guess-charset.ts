import { analyse } from "chardet";
import { markupTokens } from "./markup-tokens.ts";

/** How much of a page is searched for text, and how much of this text is examined; in bytes. */
const MAX_BYTES = 256 * 1_024;
const MAX_SAMPLE = 16 * 1_024;

/** From which confidence on, of 100, a guess counts, and within which distance another guess is as good. */
const MIN_CONFIDENCE = 30;
const CLOSE = 5;

/** How many non-ASCII characters distinguish the encodings of Latin letters. With fewer, all must agree. */
const MIN_CHARACTERS = 8;
const LATIN = ["windows-1250", "windows-1252", "windows-1254"].map((label) => new TextDecoder(label));

const NOT_ASCII = /[\x80-\xff]/;
/** The characters of bytes that an encoding leaves undefined. No page has them. */
const CONTROL = /[\x80-\x9f]/;

/** The text of a page that is not ASCII, without its markup, one character for each byte. */
function sampleOf(body: Uint8Array): string {
  const page = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MAX_BYTES)).toString("latin1");
  let sample = "";
  for (const token of markupTokens(page)) {
    if (sample.length > MAX_SAMPLE) break;
    const isTitle = token.kind === "inside" && token.name === "title";
    if ((token.kind === "text" || isTitle) && NOT_ASCII.test(token.text))
      sample += ` ${token.text.slice(0, MAX_SAMPLE)}`;
  }
  // A page may have such characters in its attributes only. Decoded references are no bytes of the page.
  return (sample || page.slice(0, MAX_SAMPLE)).replace(/[^\0-\xff]/g, " ");
}

/**
 * The decoder of a guess; null for UTF-8, UTF-16 and UTF-32, which are detected otherwise, and for what can't be decoded.
 */
function decoderOf(name: string) {
  try {
    // KOI8-U has the letters of Ukrainian instead of lines and corners.
    const decoder = new TextDecoder(name === "KOI8-R" ? "koi8-u" : name);
    return decoder.encoding.startsWith("utf-") ? null : decoder;
  } catch {
    return null;
  }
}

/**
 * Guesses the encoding of a page from the frequencies of its characters and of groups of three letters, which are known for
 * the languages of Europe and East Asia. A guess must be likely, and more likely than any other one that results in another
 * text.
 *
 * @returns the WHATWG name; null without strong evidence
 */
export function guessCharset(body: Uint8Array): string | null {
  const sample = Buffer.from(sampleOf(body), "latin1");
  const [best, ...others] = analyse(sample).flatMap(({ name, confidence }) => {
    const decoder = decoderOf(name);
    return decoder === null || confidence < MIN_CONFIDENCE ? [] : [{ decoder, confidence }];
  });
  if (best === undefined) return null;
  const close = others.filter(({ confidence }) => confidence >= best.confidence - CLOSE).map(({ decoder }) => decoder);
  const isShort = sample.filter((byte) => byte > 0x7f).length < MIN_CHARACTERS;
  const text = best.decoder.decode(sample);
  const agree = [...close, ...(isShort ? LATIN : [])].every((decoder) => decoder.decode(sample) === text);
  return agree && !CONTROL.test(text) ? best.decoder.encoding : null;
}
