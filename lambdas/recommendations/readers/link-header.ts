/** One link of a `Link` header (RFC 8288, 3). */
export interface HeaderLink {
  /** What stands between the angle brackets: an address, mostly a relative one, or nothing. */
  readonly reference: string;
  /** By name in lower case, unquoted; of several with one name the first (RFC 8288, 3.3). */
  readonly parameters: ReadonlyMap<string, string>;
}

// RFC 9110, 5.6.4. A quote that never ends takes the rest, as in RFC 8288's own algorithm, and costs linear time.
const INSIDE_QUOTES = String.raw`[^"\\]*(?:\\.[^"\\]*)*`;
const PARAMETER = String.raw`\s*;\s*([^\s=;,"]*)(?:\s*=\s*(?:"(${INSIDE_QUOTES})"?|([^;,"]*)))?`;

// What belongs to no link is passed over, a quoted text as a whole: the brackets in it open nothing.
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
 * The links of a `Link` header, in its order, in time linear in its length. A link that is malformed does not keep the
 * others from being read. Never throws.
 *
 * @param value the header; of several the values joined by commas, as RFC 9110, 5.3, allows.
 */
export function* headerLinks(value: string): Generator<HeaderLink, void, undefined> {
  for (const [, reference, parameters = ""] of value.matchAll(LINK)) {
    if (reference !== undefined) yield { reference, parameters: readParameters(parameters) };
  }
}
