import { createHash } from "node:crypto";
import { Rejected } from "./rejected.ts";

/** Whether a creating route requires the header or only accepts it. */
export type IdempotencyKeyUse = "required" | "optional";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads `Idempotency-Key`: a UUID (RFC 9562) of any version and case, bare or quoted as a structured-field string
 * (draft-ietf-httpapi-idempotency-key-header-07). All spellings of one key are one key.
 *
 * @param value the header as the gateway passes it on; a repeated header is joined by a comma, and is no UUID
 * @returns lower case without quotes; null when it is missing and optional
 * @throws Rejected 400 `idempotency_key_required` or `idempotency_key_invalid`, which never repeats the value
 */
export function idempotencyKey(value: string | undefined, use: IdempotencyKeyUse): string | null {
  if (value === undefined) {
    if (use === "optional") return null;
    throw new Rejected(
      400,
      "idempotency_key_required",
      "Send the header Idempotency-Key: a new UUID for every intent, the same one for every repetition.",
    );
  }
  const text = value.trim();
  const bare = /^"(.*)"$/.exec(text)?.[1] ?? text;
  if (UUID.test(bare)) return bare.toLowerCase();
  throw new Rejected(400, "idempotency_key_invalid", "The header Idempotency-Key must hold exactly one UUID.");
}

/**
 * A hash of a request's validated body: it does not depend on the order of keys or on unknown fields, and treats null as an
 * omitted field.
 */
export function contentHash(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(canonical(body)))
    .digest("base64url");
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  // Pairs, not an object: an object would put keys that look like numbers first.
  return entries.map(([name, field]) => [name, canonical(field)]);
}
