import * as z from "zod/mini";
import { bodyOf } from "../../../shared/http/body-of.ts";
import type { Counts, Recommendation, SiteMetadata } from "../../domain/recommendation.ts";

const countSchema = z.object({ clicks: z.optional(z.int()), subscribers: z.optional(z.int()) });

export const recommendationSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  excerpt: z.nullable(z.string()),
  featured_image: z.nullable(z.string()),
  favicon: z.nullable(z.string()),
  url: z.string(),
  one_click_subscribe: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.nullable(z.iso.datetime()),
  /** Only the counts that were requested or used in the order. */
  count: z.optional(countSchema),
});

/** A checked site; if it is recommended, with the recommendation's id and dates. */
export const checkedSiteSchema = z.extend(z.omit(recommendationSchema, { count: true }), {
  id: z.nullable(z.string()),
  title: z.nullable(z.string()),
  created_at: z.nullable(z.iso.datetime()),
});

/** The answer for a recommendation. @param counts the requested ones */
export function recommendationAnswer(
  recommendation: Recommendation,
  counts: Partial<Counts> | null = null,
): z.output<typeof recommendationSchema> {
  return bodyOf(recommendationSchema, { ...recommendation, count: counts ?? undefined });
}

/** The metadata of a site that is not recommended. @param site null when its requests failed */
export function unknownSiteAnswer(url: string, site: SiteMetadata | null): z.output<typeof checkedSiteSchema> {
  return {
    id: null,
    title: site?.title ?? null,
    description: null,
    excerpt: site?.excerpt ?? null,
    featured_image: site?.featuredImage ?? null,
    favicon: site?.favicon ?? null,
    url,
    one_click_subscribe: site?.oneClickSubscribe ?? false,
    created_at: null,
    updated_at: null,
  };
}
