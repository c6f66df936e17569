import { markupTokens } from "./markup-tokens.ts";

/** From this length on, in bytes, the page must have grown by this much before it is searched again. */
const SHORT_PAGE = 8 * 1024;
const LOOK_AGAIN = 1.25;

/** Bytes as text, one character for each byte: tags are ASCII. */
export function asciiView(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/**
 * A test for the outbound fetch's `stopReading`. It is cheap until the bytes may contain the end of the page's head; a script
 * may contain the same letters. From then on it asks whether the bytes so far are enough. These questions become rarer as the
 * page grows, so that together they take time linear in its length.
 *
 * @param isEnough whether all that is needed was received; it takes time linear in the bytes
 */
export function enoughAfterHead(isEnough: (decoded: Uint8Array) => boolean): (decoded: Uint8Array) => boolean {
  const overlap = "</head".length - 1;
  let searched = 0;
  let mayHoldIt = false;
  let looked = 0;
  return (decoded) => {
    mayHoldIt ||= /<\/head|<body/i.test(asciiView(decoded.subarray(Math.max(0, searched - overlap))));
    searched = decoded.length;
    if (!mayHoldIt || (decoded.length > SHORT_PAGE && decoded.length < looked * LOOK_AGAIN)) return false;
    looked = decoded.length;
    return isEnough(decoded);
  };
}

/** Whether a page, or its beginning, contains the end of its head. Takes time linear in its length. */
export function hasWholeHead(html: string): boolean {
  for (const token of markupTokens(html)) {
    if (token.kind === "end" && token.name === "head") return true;
    if (token.kind === "start" && token.name === "body") return true;
  }
  return false;
}
