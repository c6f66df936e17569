import { escaped } from "../../shared/html/escaped.ts";
import type { MarkupToken } from "../../shared/html/markup-tokens.ts";
import { MAX_ADDRESS } from "../../shared/html/page-address.ts";

/** Noncharacters (Unicode, 23.7) that replace parts of the page during the search for its article. */
export const NONCHARACTERS = /[\ufdd0-\ufdef]/g;

// The attributes by which an article is distinguished from the elements around it, and those that its content keeps.
const NAMING = ["class", "id"];
const TELLING = ["aria-hidden", "hidden", "itemprop", "rel", "role", "style"];
const CONTENT = ["colspan", "rowspan", "scope"];
const MAX_VALUE = 300;
const LONGEST_VALUES = [
  ...[...TELLING, ...CONTENT].map((name) => [name, MAX_VALUE] as const),
  ["href", MAX_ADDRESS],
] as const;

// Words in class names by which Readability recognizes the surroundings of an article: `media` also names the container of
// a picture, and `header` in a heading, or within an article, belongs to the article.
const OF_PICTURES = /media/gi;
const OF_HEADINGS = /header/gi;
// Readability never takes names with these words for those of comments.
const OF_COMMENTS = /(?:article|content)(?=[_-]{0,2}comments)/gi;
const HEADING = /^h[1-6]$/;

function clearNames(names: string, isOfArticle: boolean): string {
  const clear = names.replace(OF_PICTURES, "").replace(OF_COMMENTS, "");
  return isOfArticle ? clear.replace(OF_HEADINGS, "heading") : clear;
}

/**
 * The attributes of a tag by which the article is searched.
 *
 * @param isOfArticle whether the tag is within an article or the main content
 */
export function keptAttributes(token: MarkupToken & { readonly kind: "start" }, isOfArticle: boolean): string {
  const { name, attributes } = token;
  const kept: string[] = [];
  const keep = (attribute: string, value: string | undefined, longest: number) => {
    if (value === undefined || value.length > longest) return;
    kept.push(` ${attribute}="${escaped(value.replace(NONCHARACTERS, ""))}"`);
  };
  for (const attribute of NAMING) {
    const names = attributes.get(attribute);
    if (names === undefined || names.length > MAX_VALUE) continue;
    keep(attribute, clearNames(names, isOfArticle || HEADING.test(name)), MAX_VALUE);
  }
  for (const [attribute, longest] of LONGEST_VALUES) keep(attribute, attributes.get(attribute), longest);
  return kept.join("");
}
