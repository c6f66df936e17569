import { beginning, cleanTitle, singleLine } from "../plain-text.ts";
import { jsonLdAuthors } from "./json-ld.ts";
import { baseAddress, decodedText, metaTexts, pageDeclarations, webAddress } from "./page-declarations.ts";
import { primaryLanguage } from "./page-language.ts";

/** What a page says of itself. All texts are plain: no markup, no control or bidi characters. */
export interface PageMetadata {
  /** One line, at most 500 code points. */
  readonly title: string | null;
  readonly siteName: string | null;
  readonly author: string | null;
  /** What the page says of itself in a line or two; at most 1,000 code points. */
  readonly description: string | null;
  /** Primary language subtag (BCP 47), lower case: `ja`. Null where it is not declared. */
  readonly language: string | null;
  /** Absolute http or https address. */
  readonly imageUrl: string | null;
}

const MAX_DESCRIPTION_CODE_POINTS = 1000;

// Some sites give the address of a profile for an author's name.
const isAddress = (line: string): boolean => /^(?:[a-z][a-z\d+.-]*:)?\/\/|^www\.|^[\w-]+(?:\.[\w-]+)+\//i.test(line);

/**
 * Reads what a page says of itself, in Open Graph, Twitter's cards, plain HTML and the JSON-LD of schema.org. The markup
 * is not trusted: what is looked at is limited, and nesting means nothing. Never throws.
 *
 * @param url the address that answered: the base of relative links.
 */
export function pageMetadata(html: string, url: URL): PageMetadata {
  const declarations = pageDeclarations(html);
  const { elements, titles, jsonLd } = declarations;
  const texts = metaTexts(declarations);
  const lines = (...names: string[]) =>
    texts(...names)
      .map(cleanTitle)
      .filter(Boolean);

  const siteName = lines("og:site_name", "application-name")[0] ?? null;
  const shown = [
    ...lines("og:title", "twitter:title"),
    ...titles.map((title) => cleanTitle(decodedText(title))),
  ].filter(Boolean);
  const authors = [...lines("author", "article:author"), ...jsonLdAuthors(jsonLd).map(cleanTitle)].filter(Boolean);
  const descriptions = texts("description", "og:description", "twitter:description").map(singleLine).filter(Boolean);
  const root = elements.find(({ name }) => name === "html")?.attributes;
  const languages = [root?.get("lang") ?? "", root?.get("xml:lang") ?? "", ...lines("content-language", "og:locale")];
  const base = baseAddress(declarations, url);
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
