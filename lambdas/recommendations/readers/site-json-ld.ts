import * as z from "zod/mini";
import { jsonLdObjects } from "../../shared/html/json-ld.ts";

/**
 * The types of schema.org that describe a site, the most specific first. `WebPage` is not among them: its name repeats the
 * page's title.
 */
const SITE_TYPES = ["WebSite", "Blog", "NewsMediaOrganization", "Organization"];

/** The number of pictures of a list that are read. */
const MAX_PICTURES = 10;

const words = z.catch(z.string(), "");
const jsonLdObject = z.object({
  "@type": z.union([z.string(), z.array(z.unknown())]),
  name: words,
  headline: words,
  description: words,
  image: z.optional(z.unknown()),
  logo: z.optional(z.unknown()),
  publisher: z.catch(z.object({ logo: z.optional(z.unknown()) }), {}),
});
const picture = z.object({ url: words, contentUrl: words });

/** The site's fields in JSON-LD, best candidates first and unchanged. Texts may be empty, and addresses may be invalid. */
export interface JsonLdSite {
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  readonly images: readonly string[];
  readonly logos: readonly string[];
}

function weightOf(type: unknown): number {
  // Some sites write the type as a complete address.
  return typeof type === "string" ? SITE_TYPES.indexOf(type.replace(/^https?:\/\/schema\.org\//, "")) : -1;
}

/** The addresses of a picture, or of a list of pictures. */
function addresses(value: unknown): string[] {
  return (Array.isArray(value) ? value.slice(0, MAX_PICTURES) : [value]).flatMap((one) => {
    if (typeof one === "string") return [one];
    const parsed = picture.safeParse(one);
    return parsed.success ? [parsed.data.url, parsed.data.contentUrl] : [];
  });
}

/**
 * Reads the description of the site in a page's JSON-LD. Never throws.
 *
 * @param scripts the contents of the page's `application/ld+json` scripts
 */
export function jsonLdSite(scripts: readonly string[]): JsonLdSite {
  const described = scripts.flatMap(jsonLdObjects).flatMap((value) => {
    const parsed = jsonLdObject.safeParse(value);
    if (!parsed.success) return [];
    const weights = [parsed.data["@type"]]
      .flat()
      .map(weightOf)
      .filter((weight) => weight >= 0);
    return weights.length === 0 ? [] : [{ ...parsed.data, weight: Math.min(...weights) }];
  });
  const sites = described.sort((one, other) => one.weight - other.weight);
  return {
    names: sites.flatMap(({ name, headline }) => [name, headline]),
    descriptions: sites.map(({ description }) => description),
    images: sites.flatMap(({ image }) => addresses(image)),
    logos: sites.flatMap(({ logo, publisher }) => [...addresses(logo), ...addresses(publisher.logo)]),
  };
}
