import { hash } from "node:crypto";

/** MD5 of Google's two pictures with the words "image not available", which have status 200 (calibre, src/calibre/ebooks/metadata/sources/google.py). */
const NOT_AVAILABLE: ReadonlySet<string> = new Set([
  "0de4383ebad0adad5eeb8975cd796657",
  "a64fa89d7ebc97075c1d363fc5fea71f",
]);

/** Whether the bytes are the picture that Google sends in place of a missing cover. */
export function isPlaceholder(bytes: Uint8Array): boolean {
  return NOT_AVAILABLE.has(hash("md5", bytes));
}
