import { markupTokens } from "./markup-tokens.ts";

/** How far a page is searched for what it says of its own charset. WHATWG asks for 1,024 bytes; many heads are longer. */
const PRESCAN_BYTES = 4096;

// Hiragana and full-width katakana. No Japanese page is without, and what is read in the wrong encoding, Latin-1 or EUC-JP
// as Shift_JIS, gives Han and half-width katakana only.
const KANA = /[\u3041-\u3096\u30a1-\u30fa]/u;

const JAPANESE = ["euc-jp", "shift_jis"];

/** The encoding's name by WHATWG; null for a label that nobody knows. */
function encodingOf(label: string | null | undefined): string | null {
  try {
    return new TextDecoder(label ?? "").encoding;
  } catch {
    return null;
  }
}

const NOT_ASCII = /[^\p{ASCII}]/u;

/** The text if every byte fits, but for a last character that the end of a body cut in two. */
function strictly(encoding: string, body: Uint8Array): string | null {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const text = decoder.decode(body, { stream: true });
    // With only ASCII before it, half a character is rather a whole one of another encoding.
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

/** What the page says of itself, in an XML declaration or a meta element; null if that is nothing known. */
function declaredInside(body: Uint8Array): string | null {
  // One character for each byte; all that declarations are made of is ASCII.
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, PRESCAN_BYTES)).toString("latin1");
  const labels = [/^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)/.exec(start)?.[1]];
  for (const token of markupTokens(start)) {
    if (token.kind !== "start" || token.name !== "meta") continue;
    labels.push(/\bcharset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i.exec(token.markup)?.[1]);
  }
  const encoding = labels.map(encodingOf).find((known) => known !== null) ?? null;
  // Whoever could read the declaration byte by byte has no UTF-16 before him.
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding;
}

// All bytes of ISO-2022-JP are ASCII; only its escapes tell.
function iso2022Jp(body: Uint8Array): string | null {
  const at = body.indexOf(0x1b);
  const next = body[at + 1];
  return at !== -1 && (next === 0x24 || next === 0x28) ? strictly("iso-2022-jp", body) : null;
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
 * The text of a body. A byte order mark is right whatever else is said; then comes the first declaration that all bytes
 * agree with, of Content-Type and of the page; then what the bytes look like: UTF-8 or a Japanese encoding. If they look
 * like nothing, a declaration is believed all the same, and without one it is windows-1252. That one declared is no
 * evidence: servers send it unasked, and any bytes agree with it. Never throws.
 *
 * @param charset that of Content-Type, unchecked; null if it has none.
 */
export function decodePage(body: Uint8Array, charset: string | null): string {
  const marked = byteOrderMark(body);
  if (marked !== null) return new TextDecoder(marked).decode(body);
  const declared = [encodingOf(charset), declaredInside(body)].filter(
    (encoding) => encoding !== null && encoding !== "windows-1252",
  );
  for (const encoding of declared) {
    const text = encoding === null ? null : strictly(encoding, body);
    if (text !== null) return text;
  }
  return guessed(body) ?? new TextDecoder(declared[0] ?? "windows-1252").decode(body);
}
