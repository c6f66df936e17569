/**
 * The Idempotency-Key of a request that is made from a file: a UUID (version 8, RFC 9562) from a hash of its content, so
 * that the same file sends the same keys whenever it is imported. Browsers compute it on pages with https only.
 */
export async function contentKey(path: string, body: object): Promise<string> {
  const content = new TextEncoder().encode(JSON.stringify([path, body]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content)).slice(0, 16);
  const digits = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab".charAt(Number.parseInt(digits.charAt(16), 16) & 3);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20),
  ].join("-");
}
