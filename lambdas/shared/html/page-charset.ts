import { guessCharset } from "./guess-charset.ts";
import { endsHead } from "./head-end.ts";
import type { MarkupToken } from "./markup-tokens.ts";
import { markupSplitter } from "./markup-tokens.ts";

/** How many bytes are searched for a declaration of the charset at least, and at most: up to the end of the head. */
const PRESCAN_BYTES = 4 * 1_024;
const MAX_PRESCAN_BYTES = 1_024 * 1_024;

// Hiragana and full-width katakana. Every Japanese page has some. A text that was decoded with the wrong encoding (Latin-1
// or EUC-JP as Shift_JIS) has Han characters and half-width katakana only.
const KANA = /[\u3041-\u3096\u30a1-\u30fa]/u;

const JAPANESE = ["euc-jp", "shift_jis"];
const LATIN = new Set(["windows-1250", "windows-1252", "windows-1254", "windows-1257", "iso-8859-2"]);

/** The WHATWG name of an encoding; null for an unknown label, and without one. */
function encodingOf(label: string | null | undefined): string | null {
  // A failure costs a stack trace, and a page may have any number of `meta` elements without a charset.
  if (label == null || label === "") return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

const NOT_ASCII = /[^\p{ASCII}]/u;

/** The decoded text if all bytes are valid, except for a last character that was cut off; otherwise null. */
function strictly(encoding: string, body: Uint8Array): string | null {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const text = decoder.decode(body, { stream: true });
    // If the text before it is ASCII only, an incomplete last character more likely belongs to another encoding.
    return NOT_ASCII.test(text) ? text : text + decoder.decode();
  } catch {
    return null;
  }
}

/** The encoding by the first bytes: a byte order mark, or the first tag in UTF-16. */
function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0) ? "utf-16le" : null;
}

/** The tokens of a page up to the end of its head, of 4 KB at least. One character for each byte: declarations are ASCII. */
function* headTokens(page: Buffer): Generator<MarkupToken, void, undefined> {
  const split = markupSplitter((start, end) => page.toString("latin1", start, end));
  const length = Math.min(page.length, MAX_PRESCAN_BYTES);
  for (let at = 0, hasEnded = false; at < length && !hasEnded; at += PRESCAN_BYTES) {
    for (const token of split(page.toString("latin1", at, Math.min(at + PRESCAN_BYTES, length)))) {
      if (hasEnded && at > 0) return;
      yield token;
      hasEnded ||= endsHead(token);
    }
  }
}

/** The charset that the page itself declares, in an XML declaration or a `meta` element; null without one that is known. */
function declaredInside(body: Uint8Array): string | null {
  const page = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const declaration = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)/.exec(page.toString("latin1", 0, PRESCAN_BYTES));
  let encoding = encodingOf(declaration?.[1]);
  for (const token of encoding === null ? headTokens(page) : []) {
    if (token.kind !== "start" || token.name !== "meta") continue;
    const { attributes } = token;
    const inContent = /\bcharset\s*=\s*["']?([^\s"';]+)/i.exec(attributes.get("content") ?? "")?.[1];
    encoding = encodingOf(attributes.get("charset")) ?? encodingOf(inContent);
    if (encoding !== null) break;
  }
  // A declaration that was read byte by byte can't be UTF-16.
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding;
}

/** The charset of `Content-Type`; null for an unknown one, and for UTF-16 of a page whose first tag is one of single bytes. */
function declaredOutside(body: Uint8Array, charset: string | null): string | null {
  const encoding = encodingOf(charset);
  if (!encoding?.startsWith("utf-16")) return encoding;
  const start = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString("latin1");
  return /^\s*<[^\0]/.test(start) ? null : encoding;
}

// ISO-2022-JP uses ASCII bytes only; it is recognized by its escape sequences. Any other one is invalid in it.
function iso2022Jp(body: Uint8Array): string | null {
  return body.includes(0x1b) ? strictly("iso-2022-jp", body) : null;
}

/** The text in an encoding that is recognized by its valid bytes. */
function detected(body: Uint8Array): string | null {
  const plain = iso2022Jp(body) ?? strictly("utf-8", body);
  if (plain !== null) return plain;
  for (const encoding of JAPANESE) {
    const text = strictly(encoding, body);
    if (text !== null && KANA.test(text)) return text;
  }
  return null;
}

/** Whether a text has at least ten characters that are not ASCII for each one that was invalid. */
function isMostlyValid(text: string): boolean {
  let invalid = 0;
  let others = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0xfffd) invalid += 1;
    else if (unit > 0x7f) others += 1;
  }
  return invalid <= others / 10;
}

/**
 * Decodes a body. A byte order mark decides. Otherwise the first declared charset for which all bytes are valid is used: of
 * `Content-Type`, then of the page. Otherwise the encoding is detected from the bytes: UTF-8 or a Japanese encoding. If that
 * fails, a declared charset, else UTF-8, is used for a page with few invalid bytes, and for others a guess where its evidence
 * is strong. Without one, the invalid bytes become U+FFFD.
 *
 * A declaration of windows-1252 counts against a guess of other Latin letters only: many servers send it by default, and
 * every byte is valid in it. Never throws.
 *
 * @param charset the charset of `Content-Type`, unchecked; null without one
 */
export function decodePage(body: Uint8Array, charset: string | null): string {
  const marked = markedEncoding(body);
  if (marked !== null) return new TextDecoder(marked).decode(body);
  const declared: string[] = [];
  for (const declaration of [declaredOutside, declaredInside]) {
    const encoding = declaration(body, charset);
    const text = encoding === null || encoding === "windows-1252" ? null : strictly(encoding, body);
    if (text !== null) return text;
    if (encoding !== null) declared.push(encoding);
  }
  const found = detected(body);
  if (found !== null) return found;
  const other = declared.find((encoding) => encoding !== "windows-1252");
  const text = new TextDecoder(other ?? "utf-8").decode(body);
  if (isMostlyValid(text)) return text;
  const guess = guessCharset(body);
  if (declared.includes("windows-1252") && (guess === null || LATIN.has(guess))) {
    return new TextDecoder("windows-1252").decode(body);
  }
  return guess === null ? text : new TextDecoder(guess).decode(body);
}
