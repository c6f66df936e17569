import { beginning, cleanTitle, singleLine } from "../../shared/plain-text.ts";
import { jsonLdAuthors } from "./json-ld.ts";
import { decodedEntities } from "./markup-text.ts";
import { markupTokens, tagAttributes } from "./markup-tokens.ts";
import type { PageContent } from "./page-content.ts";
import { primaryLanguage } from "./page-language.ts";

/** What a page says of itself. The language is null where it is not declared. */
export type PageMetadata = Omit<PageContent, "text">;

// Limits of what is looked at, well above what any honest page has: elements, texts under one name, and code units.
const MAX_ELEMENTS = 500;
const MAX_ALIKE = 3;
const MAX_CONTENT = 5000;
const MAX_JSON_LD = 200_000;

const MAX_DESCRIPTION_CODE_POINTS = 1000;
const MAX_ADDRESS = 2000;

const DECLARING = new Set(["html", "base", "meta"]);
const ATTRIBUTES = new Set(["content", "href", "http-equiv", "itemprop", "lang", "name", "property", "xml:lang"]);

interface Declaration {
  readonly name: string;
  /** As they were written. */
  readonly attributes: ReadonlyMap<string, string>;
}

interface Declarations {
  /** The `html`, `base` and `meta` elements, wherever they stand. */
  readonly elements: readonly Declaration[];
  readonly titles: readonly string[];
  /** Insides of the JSON-LD scripts. */
  readonly jsonLd: readonly string[];
}

function declarations(html: string): Declarations {
  const elements: Declaration[] = [];
  const titles: string[] = [];
  const jsonLd: string[] = [];
  let room = MAX_JSON_LD;
  for (const token of markupTokens(html)) {
    if (token.kind === "start" && DECLARING.has(token.name) && elements.length < MAX_ELEMENTS) {
      elements.push({ name: token.name, attributes: tagAttributes(token, ATTRIBUTES) });
    }
    if (token.kind !== "opaque") continue;
    if (token.name === "title" && titles.length < MAX_ALIKE) titles.push(token.inside);
    if (token.name === "script" && token.inside.length <= room && /\bapplication\/ld\+json\b/i.test(token.markup)) {
      room -= token.inside.length;
      jsonLd.push(token.inside);
    }
  }
  return { elements, titles, jsonLd };
}

/** The contents of metas, as they were written, by what they are called in whichever attribute, in lower case. */
function metaContents(elements: readonly Declaration[]): Map<string, string[]> {
  const contents = new Map<string, string[]>();
  for (const { name, attributes } of elements) {
    const content = attributes.get("content");
    if (name !== "meta" || content === undefined) continue;
    const called = ["property", "name", "itemprop", "http-equiv"].map((key) => attributes.get(key)).find(Boolean) ?? "";
    const key = called.trim().toLowerCase();
    contents.set(key, [...(contents.get(key) ?? []), content].slice(0, MAX_ALIKE));
  }
  return contents;
}

/** A web address that a page names; null for what is none, for other schemes and for one with credentials. */
function webAddress(reference: string, base: URL): URL | null {
  const address = reference.trim();
  if (address === "" || !URL.canParse(address, base.href)) return null;
  const url = new URL(address, base.href);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" && url.href.length <= MAX_ADDRESS ? url : null;
}

const text = (written: string): string => decodedEntities(written.slice(0, MAX_CONTENT));

/** The address against which the page's links are resolved. */
function baseOf(elements: readonly Declaration[], url: URL): URL {
  const base = elements.find(({ name, attributes }) => name === "base" && attributes.has("href"));
  return webAddress(text(base?.attributes.get("href") ?? ""), url) ?? url;
}

// Some sites give the address of a profile for an author's name.
const isAddress = (line: string): boolean => /^(?:[a-z][a-z\d+.-]*:)?\/\/|^www\.|^[\w-]+(?:\.[\w-]+)+\//i.test(line);

/**
 * Reads what a page says of itself, in Open Graph, Twitter's cards, plain HTML and the JSON-LD of schema.org. The markup
 * is not trusted: what is looked at is limited, and nesting means nothing. Never throws.
 *
 * @param url the address that answered: the base of relative links.
 */
export function pageMetadata(html: string, url: URL): PageMetadata {
  const { elements, titles, jsonLd } = declarations(html);
  const metas = metaContents(elements);
  const texts = (...names: string[]) => names.flatMap((name) => metas.get(name) ?? []).map(text);
  const lines = (...names: string[]) =>
    texts(...names)
      .map(cleanTitle)
      .filter(Boolean);

  const siteName = lines("og:site_name", "application-name")[0] ?? null;
  const shown = [...lines("og:title", "twitter:title"), ...titles.map((title) => cleanTitle(text(title)))].filter(
    Boolean,
  );
  const authors = [...lines("author", "article:author"), ...jsonLdAuthors(jsonLd).map(cleanTitle)].filter(Boolean);
  const descriptions = texts("description", "og:description", "twitter:description").map(singleLine).filter(Boolean);
  const root = elements.find(({ name }) => name === "html")?.attributes;
  const languages = [root?.get("lang") ?? "", root?.get("xml:lang") ?? "", ...lines("content-language", "og:locale")];
  const base = baseOf(elements, url);
  const images = texts("og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src");

  return {
    // Some sites give all their pages one social title, the site's own name.
    title: shown.find((title) => title !== siteName) ?? shown[0] ?? null,
    siteName,
    author: authors.find((author) => !isAddress(author)) ?? null,
    description: beginning(descriptions[0] ?? "", MAX_DESCRIPTION_CODE_POINTS) || null,
    language: languages.map(primaryLanguage).find((language) => language !== null) ?? null,
    imageUrl: images.map((image) => webAddress(image, base)).find((image) => image !== null)?.href ?? null,
  };
}
