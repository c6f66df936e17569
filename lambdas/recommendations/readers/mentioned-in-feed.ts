import { escaped } from "../../shared/html/escaped.ts";
import { markupTokens } from "../../shared/html/markup-tokens.ts";
import { MAX_ADDRESS, pageBase } from "../../shared/html/page-address.ts";
import type { MentionTarget } from "./mention-target.ts";
import { isInHtml } from "./mentioned-in-html.ts";
import { isInText } from "./mentioned-in-text.ts";
import { untrackedAddress } from "./untracked-address.ts";

/** The first elements of Atom, RSS 2.0, RSS 1.0 and OPML, in lower case. */
const ROOTS = new Set(["feed", "entry", "rss", "rdf:rdf", "opml"]);

/** The attributes that hold addresses: of links, of contents elsewhere, of enclosures, of outlines, and of XHTML. */
const POINTERS = ["href", "src", "url", "htmlurl", "xmlurl", "cite"];

const NOTHING_OPAQUE: ReadonlySet<string> = new Set();

/** A document whose CDATA sections are escaped text, which is the same text. */
function withoutSections(xml: string): string {
  const [before = "", ...sections] = xml.split("<![CDATA[");
  const plain = sections.map((section) => {
    const end = section.indexOf("]]>");
    return end === -1 ? escaped(section) : escaped(section.slice(0, end)) + section.slice(end + "]]>".length);
  });
  return before + plain.join("");
}

/**
 * Whether an element's text mentions the target, either as markup, as in the contents of entries, or as words, as in a link
 * of RSS.
 */
function isInElement(text: string, url: URL, target: MentionTarget): boolean {
  return /<[a-z]/i.test(text) ? isInHtml(text, url, target) : isInText(text, target);
}

/**
 * Whether a feed (Atom, RSS) or an outline (OPML) mentions a target, in time linear in its length. Other XML documents
 * never match.
 *
 * @param url the feed's final address, after redirects
 */
export function isInFeed(xml: string, url: URL, target: MentionTarget): boolean {
  // Shortened once: a feed contains any number of texts, each read as a page with this address.
  const base = pageBase(url);
  let isFeed = false;
  let texts: string[] = [];
  for (const token of markupTokens(withoutSections(xml), NOTHING_OPAQUE)) {
    if (token.kind === "text") texts.push(token.text);
    if (token.kind !== "start" && token.kind !== "end") continue;
    const text = texts.join("");
    texts = [];
    if (text !== "" && isInElement(text, base, target)) return true;
    if (token.kind === "end") continue;
    isFeed ||= ROOTS.has(token.name);
    if (!isFeed) return false;
    for (const name of POINTERS) {
      const pointer = token.attributes.get(name);
      if (pointer === undefined || pointer.length > MAX_ADDRESS) continue;
      if (untrackedAddress(pointer, base.href) === target.address) return true;
    }
  }
  return false;
}
