/** One link of a `Link` header (RFC 8288, 3). */
export interface HeaderLink {
  /** The text between the angle brackets: an address, often a relative one, or empty. */
  readonly reference: string;
  /** By name in lower case, unquoted. Of several with the same name, the first counts (RFC 8288, 3.3). */
  readonly parameters: ReadonlyMap<string, string>;
}

// RFC 9110, 5.6.4. A quoted string without an end extends to the end of the header, as in RFC 8288's algorithm; this keeps
// the time linear.
const INSIDE_QUOTES = String.raw`[^"\\]*(?:\\.[^"\\]*)*`;
const PARAMETER = String.raw`\s*;\s*([^\s=;,"]*)(?:\s*=\s*(?:"(${INSIDE_QUOTES})"?|([^;,"]*)))?`;

// Text outside of links is skipped, a quoted string as a whole: brackets inside it begin no link.
const LINK = new RegExp(`"${INSIDE_QUOTES}"?|<([^<>]*)>((?:${PARAMETER})*)`, "g");
const EACH_PARAMETER = new RegExp(PARAMETER, "g");

function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, bare = ""] of text.matchAll(EACH_PARAMETER)) {
    const key = name.toLowerCase();
    if (key !== "" && !parameters.has(key)) parameters.set(key, quoted?.replaceAll(/\\(.)/g, "$1") ?? bare.trim());
  }
  return parameters;
}

/**
 * The links of a `Link` header in order. Takes time linear in the header's length. A malformed link is skipped. Never
 * throws.
 *
 * @param value the header's value; several values are joined by commas, as RFC 9110, 5.3, allows
 */
export function* headerLinks(value: string): Generator<HeaderLink, void, undefined> {
  for (const [, reference, parameters = ""] of value.matchAll(LINK)) {
    if (reference !== undefined) yield { reference, parameters: readParameters(parameters) };
  }
}
