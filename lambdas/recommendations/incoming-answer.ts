import * as z from "zod/mini";
import type { Directory } from "./directory.ts";
import { recommendationIdOf } from "./directory.ts";
import { duplicateKey } from "./duplicate-key.ts";
import type { Mention } from "./mention.ts";
import { wellKnownSite } from "./webmention/incoming-site.ts";

/** A site that recommends us, on the wire. */
export const incomingSchema = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.nullable(z.string()),
  featured_image: z.nullable(z.string()),
  favicon: z.nullable(z.string()),
  url: z.string(),
  recommending_back: z.boolean(),
});

type Incoming = z.output<typeof incomingSchema>;

/**
 * The sites whose lists of recommendations mention us, each once: one may name several of our pages.
 *
 * @param verified mentions, the latest first; of a site's the first one it made stands for all
 */
export function incomingAnswers(verified: readonly Mention[], directory: Directory): readonly Incoming[] {
  const sites = new Map<string, Incoming>();
  for (const mention of verified.toReversed()) {
    const site = wellKnownSite(new URL(mention.source));
    if (site === null || sites.has(duplicateKey(site.href))) continue;
    sites.set(duplicateKey(site.href), incomingAnswer(mention, site, directory));
  }
  return [...sites.values()].reverse();
}

function incomingAnswer({ id, site }: Mention, url: URL, directory: Directory): Incoming {
  return {
    id,
    title: site?.title ?? url.host,
    excerpt: site?.excerpt ?? null,
    featured_image: site?.featuredImage ?? null,
    favicon: site?.favicon ?? null,
    url: url.href,
    recommending_back: recommendationIdOf(directory, url.href) !== null,
  };
}
