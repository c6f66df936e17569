import * as z from "zod/mini";
import { canonicalHost } from "../../../shared/outbound/canonical-host.ts";
import type { Directory } from "../../domain/directory.ts";
import { recommendationIdOf } from "../../domain/directory.ts";
import type { Mention } from "../../domain/mention.ts";
import type { MentionEntry } from "../../tables/mention-list.ts";

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
 * The sites whose lists of recommendations mention us, each once, the latest first: a list may mention several of our pages,
 * of which the first verified one is used.
 *
 * @param verified the verified entries of kind recommendation
 */
export function incomingEntries(verified: Iterable<MentionEntry>): readonly MentionEntry[] {
  const sites = new Map<string, MentionEntry>();
  for (const entry of verified) {
    const key = entry.siteKey ?? entry.id;
    const first = sites.get(key);
    if (first === undefined || orderOf(entry) < orderOf(first)) sites.set(key, entry);
  }
  return [...sites.values()].sort((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1));
}

function orderOf({ verifiedAt, id }: MentionEntry): string {
  return `${verifiedAt}#${id}`;
}

export function incomingAnswer({ id, source, site }: Mention, directory: Directory): Incoming {
  const url = source.site ?? source.url;
  return {
    id,
    title: site?.title ?? canonicalHost(url),
    excerpt: site?.excerpt ?? null,
    featured_image: site?.featuredImage ?? null,
    favicon: site?.favicon ?? null,
    url: url.href,
    recommending_back: recommendationIdOf(directory, url.href) !== null,
  };
}
