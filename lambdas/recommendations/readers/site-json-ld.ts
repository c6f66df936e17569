import * as z from "zod/mini";
import { jsonLdThings } from "../../shared/html/json-ld.ts";

/**
 * The types of schema.org by which a page says what its site is, the plainest first. Not `WebPage`: its name is the page's
 * title once more.
 */
const SITE_TYPES = ["WebSite", "Blog", "NewsMediaOrganization", "Organization"];

/** How many of several pictures are looked at. */
const MAX_PICTURES = 10;

const words = z.catch(z.string(), "");
const thing = z.object({
  "@type": z.union([z.string(), z.array(z.unknown())]),
  name: words,
  headline: words,
  description: words,
  image: z.optional(z.unknown()),
  logo: z.optional(z.unknown()),
  publisher: z.catch(z.object({ logo: z.optional(z.unknown()) }), {}),
});
const picture = z.object({ url: words, contentUrl: words });

/** What JSON-LD says of a site, best first and as it was written; texts may be empty, addresses none. */
export interface JsonLdSite {
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  readonly images: readonly string[];
  readonly logos: readonly string[];
}

function weightOf(type: unknown): number {
  // Some write the type's whole address.
  return typeof type === "string" ? SITE_TYPES.indexOf(type.replace(/^https?:\/\/schema\.org\//, "")) : -1;
}

/** The addresses of a picture, or of a list of them. */
function addresses(value: unknown): string[] {
  return (Array.isArray(value) ? value.slice(0, MAX_PICTURES) : [value]).flatMap((one) => {
    if (typeof one === "string") return [one];
    const parsed = picture.safeParse(one);
    return parsed.success ? [parsed.data.url, parsed.data.contentUrl] : [];
  });
}

/**
 * Reads what a page's JSON-LD says of its site. Never throws.
 *
 * @param scripts the insides of the page's `application/ld+json` scripts.
 */
export function jsonLdSite(scripts: readonly string[]): JsonLdSite {
  const described = scripts.flatMap(jsonLdThings).flatMap((value) => {
    const parsed = thing.safeParse(value);
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
