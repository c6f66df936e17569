import { markupTokens } from "./markup-tokens.ts";

/**
 * How many bytes of a page are searched for a declaration of its charset. WHATWG requires 1,024 bytes; many pages have
 * longer heads.
 */
const PRESCAN_BYTES = 4096;

// Hiragana and full-width katakana. Every Japanese page has some. A text that was decoded with the wrong encoding (Latin-1
// or EUC-JP as Shift_JIS) has Han characters and half-width katakana only.
const KANA = /[\u3041-\u3096\u30a1-\u30fa]/u;

const JAPANESE = ["euc-jp", "shift_jis"];

/** The WHATWG name of an encoding; null for an unknown label. */
function encodingOf(label: string | null | undefined): string | null {
  try {
    return new TextDecoder(label ?? "").encoding;
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

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : null;
}

/** The charset that the page itself declares, in an XML declaration or a `meta` element; null without one that is known. */
function declaredInside(body: Uint8Array): string | null {
  // One character for each byte: declarations are ASCII.
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, PRESCAN_BYTES)).toString("latin1");
  const labels = [/^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)/.exec(start)?.[1]];
  for (const token of markupTokens(start)) {
    if (token.kind !== "start" || token.name !== "meta") continue;
    const { attributes } = token;
    labels.push(
      attributes.get("charset"),
      /\bcharset\s*=\s*["']?([^\s"';]+)/i.exec(attributes.get("content") ?? "")?.[1],
    );
  }
  const encoding = labels.map(encodingOf).find((known) => known !== null) ?? null;
  // A declaration that was read byte by byte can't be UTF-16.
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding;
}

// ISO-2022-JP uses ASCII bytes only; it is recognized by its escape sequences. Any other one is invalid in it.
function iso2022Jp(body: Uint8Array): string | null {
  return body.includes(0x1b) ? strictly("iso-2022-jp", body) : null;
}

function guessed(body: Uint8Array): string | null {
  const plain = iso2022Jp(body) ?? strictly("utf-8", body);
  if (plain !== null) return plain;
  for (const encoding of JAPANESE) {
    const text = strictly(encoding, body);
    if (text !== null && KANA.test(text)) return text;
  }
  return null;
}

/**
 * Decodes a body. A byte order mark decides. Otherwise the first declared charset for which all bytes are valid is used: of
 * `Content-Type`, then of the page. Otherwise the encoding is detected from the bytes: UTF-8 or a Japanese encoding. If
 * detection fails, a declared charset is used even with invalid bytes; without one, windows-1252. A declaration of
 * windows-1252 is no evidence, because many servers send it by default and every byte is valid in it. Never throws.
 *
 * @param charset the charset of `Content-Type`, unchecked; null without one
 */
export function decodePage(body: Uint8Array, charset: string | null): string {
  const marked = byteOrderMark(body);
  if (marked !== null) return new TextDecoder(marked).decode(body);
  const declared = [encodingOf(charset), declaredInside(body)]
    .filter((encoding) => encoding !== null)
    .filter((encoding) => encoding !== "windows-1252");
  for (const encoding of declared) {
    const text = strictly(encoding, body);
    if (text !== null) return text;
  }
  return guessed(body) ?? new TextDecoder(declared[0] ?? "windows-1252").decode(body);
}
