import { hash } from "node:crypto";

/**
 * An id that is computed from the content, so that a repetition is the same write: a UUID (version 8, RFC 9562) made from a
 * hash of the parts, in order.
 */
export function derivedId(...parts: readonly string[]): string {
  const bytes = hash("sha256", JSON.stringify(parts), "buffer");
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** Whether a text has the form of such an id; other texts need no read. */
export function isDerivedId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
