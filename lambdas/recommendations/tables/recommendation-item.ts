import type { ItemOf, StoredFields } from "../../shared/table/stored-fields.ts";
import { attributesOf, fieldsOf } from "../../shared/table/stored-fields.ts";
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
} as const satisfies StoredFields<Pick<Recommendation, StoredField>>;

export const STORED_FIELDS = Object.keys(ATTRIBUTES) as readonly StoredField[];

/** What a recommendation stores: `site` are the site's own values, with the names of the attributes above and `source`. */
type StoredRecommendation = Pick<Recommendation, StoredField | "site">;

const RECOMMENDATION_FIELDS = { ...ATTRIBUTES, site: "site" } as const satisfies StoredFields<StoredRecommendation>;

export interface RecommendationItem extends ItemOf<StoredRecommendation, typeof RECOMMENDATION_FIELDS> {
  readonly pk: string;
  readonly sk: string;
  readonly deleted?: true;
}

export const RECOMMENDATIONS = "recommendations";

export function recommendationKey(id: string) {
  return { pk: RECOMMENDATIONS, sk: id };
}

export function toRecommendationItem(recommendation: Recommendation): RecommendationItem {
  return { ...recommendationKey(recommendation.id), ...attributesOf(RECOMMENDATION_FIELDS, recommendation) };
}

/** The recommendation that an entry of the directory and its item form together. */
export function toRecommendation(entry: DirectoryEntry, item: RecommendationItem): Recommendation {
  return { ...entry, ...fieldsOf<StoredRecommendation>(RECOMMENDATION_FIELDS, item) };
}
