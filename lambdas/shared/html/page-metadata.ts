import { isDefaultTitle } from "../default-title.ts";
import { beginning, cleanTitle, singleLine } from "../plain-text.ts";
import { jsonLdArticle, jsonLdAuthors } from "./json-ld.ts";
import type { PageDeclarations } from "./page-declarations.ts";
import { baseAddress, metaTexts, webAddress } from "./page-declarations.ts";
import { primaryLanguage } from "./page-language.ts";

/** The metadata of a page. All texts are plain: no markup, no control or bidi characters. */
export interface PageMetadata {
  /** One line, at most 500 code points. Null also for a title that a program sets by default. */
  readonly title: string | null;
  readonly siteName: string | null;
  readonly author: string | null;
  /** The page's own description; at most 1,000 code points. */
  readonly description: string | null;
  /** The primary language subtag (BCP 47) in lower case, such as `ja`. Null if none is declared. */
  readonly language: string | null;
  /** An absolute http or https address. */
  readonly imageUrl: string | null;
}

const MAX_DESCRIPTION_CODE_POINTS = 1000;

// Some sites write the address of a profile as the author's name.
const isAddress = (line: string): boolean => /^(?:[a-z][a-z\d+.-]*:)?\/\/|^www\.|^[\w-]+(?:\.[\w-]+)+\//i.test(line);

/**
 * Reads a page's metadata from Open Graph, Twitter cards, plain HTML and the JSON-LD of schema.org. A page without a title
 * has that of its first main heading. The markup is untrusted: the number of elements is limited, and nesting is ignored.
 * Never throws.
 *
 * @param url the final address, after redirects: the base of relative links
 */
export function pageMetadata(declarations: PageDeclarations, url: URL): PageMetadata {
  const { elements, links, titles, heading, jsonLd } = declarations;
  const texts = metaTexts(declarations);
  const lines = (...names: string[]) =>
    texts(...names)
      .map(cleanTitle)
      .filter(Boolean);

  const siteName = lines("og:site_name", "application-name")[0] ?? null;
  const shown = [
    ...lines("og:title", "twitter:title"),
    ...[...titles, ...texts("title"), heading, jsonLdArticle(jsonLd).headline].map(cleanTitle),
  ].filter((title) => title !== "" && !isDefaultTitle(title));
  const authors = [...lines("author", "article:author"), ...jsonLdAuthors(jsonLd).map(cleanTitle)].filter(Boolean);
  const descriptions = texts("description", "og:description", "twitter:description").map(singleLine).filter(Boolean);
  const root = elements.find(({ name }) => name === "html")?.attributes;
  const languages = [root?.get("lang") ?? "", root?.get("xml:lang") ?? "", ...lines("content-language", "og:locale")];
  const base = baseAddress(declarations, url);
  const images = [
    ...texts("og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src", "image"),
    ...links
      .filter(({ attributes }) => attributes.get("rel") === "image_src")
      .map(({ attributes }) => attributes.get("href") ?? ""),
  ];

  return {
    // Some sites give all pages the same social title, which is the site's name.
    title: shown.find((title) => title !== siteName) ?? shown[0] ?? null,
    siteName,
    author: authors.find((author) => !isAddress(author)) ?? null,
    description: beginning(descriptions[0] ?? "", MAX_DESCRIPTION_CODE_POINTS) || null,
    language: languages.map(primaryLanguage).find((language) => language !== null) ?? null,
    imageUrl: images.map((image) => webAddress(image, base)).find((image) => image !== null)?.href ?? null,
  };
}
