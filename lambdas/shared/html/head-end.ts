import type { MarkupToken } from "./markup-tokens.ts";
import { markupSplitter } from "./markup-tokens.ts";

/** Whether a page's head ends with this token. */
export function endsHead(token: MarkupToken): boolean {
  return (token.kind === "end" && token.name === "head") || (token.kind === "start" && token.name === "body");
}

/**
 * A test for the outbound fetch's `stopReading`, for one response. It takes time linear in the bytes.
 *
 * @param isEnough called once, when the head has ended: whether everything needed was received
 */
export function enoughAfterHead(isEnough: (decoded: Uint8Array) => boolean): (decoded: Uint8Array) => boolean {
  let received: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  // One character for each byte: tags are ASCII.
  const text = (start: number, end: number) => received.toString("latin1", start, end);
  const split = markupSplitter(text);
  return (decoded) => {
    if (hasEnded) return false;
    const before = received.length;
    received = Buffer.from(decoded.buffer, decoded.byteOffset, decoded.length);
    hasEnded = split(text(before, decoded.length)).some(endsHead);
    return hasEnded && isEnough(decoded);
  };
}
