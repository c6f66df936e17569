import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import type { DirectoryEntry } from "../domain/directory.ts";
import type { Recommendation, RecommendationContent } from "../domain/recommendation.ts";

/** A field of a recommendation in its item; url and dates are in the directory. */
export type StoredField = Exclude<keyof RecommendationContent, "url">;

/** The fields by the names of their attributes. */
export const ATTRIBUTES = {
  title: "title",
  description: "description",
  excerpt: "excerpt",
  featuredImage: "featured_image",
  favicon: "favicon",
  oneClickSubscribe: "one_click_subscribe",
} as const satisfies Readonly<Record<StoredField, string>>;

export const STORED_FIELDS = Object.keys(ATTRIBUTES) as readonly StoredField[];

export interface RecommendationItem {
  readonly pk: string;
  readonly sk: string;
  readonly title: string;
  readonly description: string | null;
  readonly excerpt: string | null;
  readonly featured_image: string | null;
  readonly favicon: string | null;
  readonly one_click_subscribe: boolean;
  /** The site's own values, with the names of the attributes above and `source`. */
  readonly site: unknown;
  readonly deleted?: true;
}

export const RECOMMENDATIONS = "recommendations";

export function recommendationKey(id: string) {
  return { pk: RECOMMENDATIONS, sk: id };
}

export function toRecommendationItem(recommendation: Recommendation): RecommendationItem {
  const { id, site } = recommendation;
  return {
    ...recommendationKey(id),
    title: recommendation.title,
    description: recommendation.description,
    excerpt: recommendation.excerpt,
    featured_image: recommendation.featuredImage,
    favicon: recommendation.favicon,
    one_click_subscribe: recommendation.oneClickSubscribe,
    site: toAttributes(site),
  };
}

/** The recommendation that an entry of the directory and its item form together. */
export function toRecommendation(entry: DirectoryEntry, item: RecommendationItem): Recommendation {
  return {
    ...entry,
    title: item.title,
    description: item.description,
    excerpt: item.excerpt,
    featuredImage: item.featured_image,
    favicon: item.favicon,
    oneClickSubscribe: item.one_click_subscribe,
    site: fromAttributes(item.site),
  };
}
