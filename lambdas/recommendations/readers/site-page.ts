import { decodePage } from "../../shared/html/page-charset.ts";
import { baseAddress, decodedText, metaTexts, pageDeclarations } from "../../shared/html/page-declarations.ts";
import type { SiteMetadata } from "../domain/recommendation.ts";
import type { FetchedSite } from "./site-fields.ts";
import { firstMatch, isSuccess, siteExcerpt, siteImage, siteTitle } from "./site-fields.ts";
import { siteIcon } from "./site-icon.ts";
import { jsonLdSite } from "./site-json-ld.ts";

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
  const title = firstMatch(
    [
      ...metas("og:title", "twitter:title"),
      ...described.names,
      ...declarations.titles.map(decodedText),
      ...metas("og:site_name", "application-name"),
    ].map(siteTitle),
  );
  if (title === null) return null;
  const siteName = firstMatch(metas("og:site_name").map(siteTitle));
  const base = baseAddress(declarations, response.url);
  const images = (references: readonly string[]) => firstMatch(references.map((image) => siteImage(image, base)));
  return {
    title,
    ...(siteName === null ? {} : { siteName }),
    excerpt: firstMatch(
      [...metas("og:description", "twitter:description"), ...described.descriptions, ...metas("description")].map(
        siteExcerpt,
      ),
    ),
    featuredImage: images([
      ...metas("og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src"),
      ...described.images,
    ]),
    favicon: siteIcon(declarations, base) ?? images(described.logos),
    // Only the endpoint can state that a site has one-click sign-up.
    oneClickSubscribe: false,
  };
}
