import { normalizedEncoding } from "../page-identity.ts";
import type { OutboundRequest, OutboundResponse } from "./outbound-fetch.ts";
import { USER_AGENT } from "./outbound-fetch.ts";

/** RFC 9309, 2.5, requires parsers to read at least 500 KiB. */
const MAX_ROBOTS_BYTES = 512 * 1024;

/** An `allow` or `disallow` line of a group. */
interface Rule {
  /** The beginning of a path, with `*` for any characters and `$` for the end. Its length decides between rules. */
  readonly pattern: string;
  readonly allow: boolean;
}

const LINE_END = /\r\n|\r|\n/;
/** The name at the beginning of a robot's User-Agent (RFC 9309, 2.2.1), or the asterisk, which stands for all robots. */
const PRODUCT = /^(?:[\w-]+|\*(?!\S))/;

/** A path or a pattern in the one form in which both are compared, with the escapes that RFC 9309, 2.2.2, asks for. */
function plainPath(path: string): string {
  return normalizedEncoding(encodeURI(path.toWellFormed()).replaceAll("%25", "%"));
}

/** A robot's name without what follows it, such as its version; empty for a text that begins with none. */
function productName(agent: string): string {
  return PRODUCT.exec(agent.trim())?.[0].toLowerCase() ?? "";
}

/** The field name of a line in lower case and its value, both trimmed; null for a line without a colon. */
function fieldOf(line: string): readonly [name: string, value: string] | null {
  const text = line.split("#", 1)[0] ?? "";
  const colon = text.indexOf(":");
  return colon === -1 ? null : [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
}

/**
 * The rules for one robot: those of the groups that name it, else those of the groups for all robots. Groups with the same
 * name are merged (RFC 9309, 2.2.1).
 */
function rulesFor(text: string, agent: string): readonly Rule[] {
  const own: Rule[] = [];
  const general: Rule[] = [];
  const named = new Set<readonly Rule[]>();
  let current = new Set<Rule[]>();
  let isAmongNames = false;
  for (const line of text.split(LINE_END)) {
    const field = fieldOf(line);
    if (field === null) continue;
    const [name, value] = field;
    if (name === "user-agent") {
      if (!isAmongNames) current = new Set();
      isAmongNames = true;
      const product = productName(value);
      if (product === agent) current.add(own);
      if (product === "*") current.add(general);
      continue;
    }
    isAmongNames = false;
    if (name !== "allow" && name !== "disallow") continue;
    for (const rules of current) {
      named.add(rules);
      // An empty path forbids nothing.
      if (value !== "") rules.push({ pattern: plainPath(value), allow: name === "allow" });
    }
  }
  return named.has(own) ? own : general;
}

/**
 * Whether a path matches a pattern: the parts between the asterisks must occur in order, and each is matched as early as
 * possible. Takes time linear in both.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [start = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(start)) return false;
  let at = start.length;
  const last = parts.pop();
  if (last === undefined) return !isWhole || at === path.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return isWhole ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}

/**
 * Whether a robots.txt allows a robot to request a path (RFC 9309). The longest matching rule decides; of two of the same
 * length, the one that allows; without a matching rule, the path is allowed. Takes time linear in the text; never throws.
 *
 * @param text the robots.txt
 * @param path with its query, as the URL parser serializes it
 * @param agent the robot's User-Agent; only the product name before the slash is compared
 */
export function isAllowedByRobots(text: string, path: string, agent: string): boolean {
  const requested = plainPath(path);
  let decisive: Rule | null = null;
  for (const rule of rulesFor(text, productName(agent))) {
    const length = decisive?.pattern.length ?? -1;
    if (rule.pattern.length < length || (rule.pattern.length === length && !rule.allow)) continue;
    if (matches(rule.pattern, requested)) decisive = rule;
  }
  return decisive?.allow ?? true;
}

/** Whether a host's robots.txt allows this client to request a page. */
export function isPageAllowed(robotsTxt: string, page: URL): boolean {
  return isAllowedByRobots(robotsTxt, page.pathname + page.search, USER_AGENT);
}

/**
 * The request for the robots.txt of a page's host. Its redirects may lead to another host, whose file then holds for this
 * one (RFC 9309, 2.3.1.2): a host that sends visitors to its `www` sends robots there, too.
 */
export function robotsRequest(page: URL, timeoutMs: number): OutboundRequest {
  return {
    url: new URL("/robots.txt", page),
    headers: { accept: "text/plain" },
    timeoutMs,
    maxBytes: MAX_ROBOTS_BYTES,
    onTooLarge: "truncate",
  };
}

/**
 * The text of a host's robots.txt, read up to `MAX_ROBOTS_BYTES`. A host without one allows everything (RFC 9309, 2.3.1.3).
 *
 * @returns null if the response tells nothing: the host must not be asked then (RFC 9309, 2.3.1.4)
 */
export function robotsText({ status, body, truncated }: Pick<OutboundResponse, "status" | "body" | "truncated">) {
  if (status < 200 || status >= 300) return status >= 400 && status < 500 && status !== 429 ? "" : null;
  const text = body.toString("utf8");
  // The last line may be cut off, and an incomplete rule would be a different rule.
  return truncated ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
}
