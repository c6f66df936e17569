import type { MarkupToken } from "./markup-tokens.ts";
import { markupSplitter } from "./markup-tokens.ts";

/** Whether a page's head ends with this token. */
export function endsHead(token: MarkupToken): boolean {
  return (token.kind === "end" && token.name === "head") || (token.kind === "start" && token.name === "body");
}

/**
 * A test for the outbound fetch's `stopReading`, for one response. It takes time linear in the bytes.
 *
 * @param isEnough asked once, when the head has ended: whether all that is needed was received
 */
export function enoughAfterHead(isEnough: (decoded: Uint8Array) => boolean): (decoded: Uint8Array) => boolean {
  let received: Uint8Array = new Uint8Array();
  let hasEnded = false;
  // One character for each byte: tags are ASCII.
  const text = (start: number, end: number) => Buffer.from(received.subarray(start, end)).toString("latin1");
  const split = markupSplitter(text);
  return (decoded) => {
    if (hasEnded) return false;
    const before = received.length;
    received = decoded;
    hasEnded = split(text(before, decoded.length)).some(endsHead);
    return hasEnded && isEnough(decoded);
  };
}
