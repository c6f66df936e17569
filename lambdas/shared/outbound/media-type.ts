export interface MediaType {
  /** `type/subtype` in lower case, "" if the header is absent or malformed. */
  essence: string;
  /** The charset parameter in lower case, unchecked; null without one. */
  charset: string | null;
}

// RFC 9110, 5.6.2 (token) and 5.6.4 (quoted-string).
const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const essencePattern = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`);
const parameterPattern = new RegExp(`;\\s*(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)"?)`, "g");

/**
 * Splits a `Content-Type` header (RFC 9110, 8.3) into its essence and charset.
 *
 * @param value the header, undefined if the response had none.
 * @returns essence "" and charset null if the header is malformed; of several charsets the first. Never throws.
 */
export function parseMediaType(value: string | undefined): MediaType {
  const text = value ?? "";
  const essence = essencePattern.exec(text)?.[1];
  if (essence === undefined) return { essence: "", charset: null };
  for (const [, name = "", plain, quoted] of text.matchAll(parameterPattern)) {
    if (name.toLowerCase() !== "charset") continue;
    const charset = (plain ?? quoted?.replace(/\\(.)/g, "$1") ?? "").trim().toLowerCase();
    return { essence: essence.toLowerCase(), charset: charset === "" ? null : charset };
  }
  return { essence: essence.toLowerCase(), charset: null };
}

/** Whether a media type is a JSON type (WHATWG MIME Sniffing, 4.6). @param essence `type/subtype` in lower case */
export function isJsonType(essence: string): boolean {
  return essence === "application/json" || essence === "text/json" || /^[^/]+\/[^/]*\+json$/.test(essence);
}
