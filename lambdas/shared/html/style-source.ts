import { createHash } from "node:crypto";

/** The source by which a content security policy allows one inline style (CSP 3, "hash-source"). @param style its whole text */
export function styleSource(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}
