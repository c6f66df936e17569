import { decodePage } from "../../shared/html/page-charset.ts";
import { baseAddress, metaTexts, pageDeclarations } from "../../shared/html/page-declarations.ts";
import { pageIcons } from "../../shared/html/page-icons.ts";
import { singleLine } from "../../shared/plain-text.ts";
import type { SiteMetadata } from "../domain/recommendation.ts";
import type { FetchedSite } from "./site-fields.ts";
import { firstMatch, isSuccess, siteExcerpt, siteImage, siteTitle } from "./site-fields.ts";
import { jsonLdSite } from "./site-json-ld.ts";

/** The fields for sharing, which have priority. */
const SHARED = {
  title: ["og:title", "twitter:title"],
  excerpt: ["og:description", "twitter:description"],
  image: ["og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src"],
} as const;

// Browsers treat a response without a type as a page, too.
const HTML = new Set(["text/html", "application/xhtml+xml", ""]);

/**
 * Reads a site's metadata from its page: first the fields for sharing (Open Graph, Twitter cards), then those for search
 * engines (JSON-LD), then those for browsers. Null for anything but a page with a title. Never throws.
 */
export function readSitePage(response: FetchedSite): SiteMetadata | null {
  if (!isSuccess(response) || !HTML.has(response.mediaType)) return null;
  const declarations = pageDeclarations(decodePage(response.body, response.charset));
  const metas = metaTexts(declarations);
  const described = jsonLdSite(declarations.jsonLd);
  const titles = [
    ...metas(...SHARED.title),
    ...described.names,
    ...declarations.titles,
    ...metas("og:site_name", "application-name"),
  ];
  const title = firstMatch(titles.map(siteTitle));
  // A site whose only title is a program's default still has its other fields.
  if (title === null && titles.every((each) => singleLine(each) === "")) return null;
  const siteName = firstMatch(metas("og:site_name").map(siteTitle));
  const base = baseAddress(declarations, response.url);
  const images = (references: readonly string[]) => firstMatch(references.map((image) => siteImage(image, base)));
  return {
    title,
    ...(siteName === null ? {} : { siteName }),
    excerpt: firstMatch(
      [...metas(...SHARED.excerpt), ...described.descriptions, ...metas("description")].map(siteExcerpt),
    ),
    featuredImage: images([...metas(...SHARED.image), ...described.images]),
    favicon: pageIcons(declarations, base)[0]?.address ?? images(described.logos),
    // Only the endpoint can state that a site has one-click sign-up.
    oneClickSubscribe: false,
  };
}

/** A base for addresses whose existence alone matters. */
const ANY_BASE = new URL("https://site.example/");

/**
 * Whether the beginning of a page, with its whole head, declares all that `readSitePage` reads, so that the rest of the
 * page does not matter: the fields for sharing, which come before all others, and an icon, which only a head may declare. The
 * charset of `Content-Type` is not known here; these fields have the same names in every charset. Never throws.
 */
export function declaresWholeSite(beginning: Uint8Array): boolean {
  const declarations = pageDeclarations(decodePage(beginning, null));
  const metas = metaTexts(declarations);
  const base = baseAddress(declarations, ANY_BASE);
  return (
    metas(...SHARED.title).some((title) => siteTitle(title) !== null) &&
    metas(...SHARED.excerpt).some((text) => siteExcerpt(text) !== null) &&
    metas(...SHARED.image).some((image) => siteImage(image, base) !== null) &&
    pageIcons(declarations, base).length > 0
  );
}
