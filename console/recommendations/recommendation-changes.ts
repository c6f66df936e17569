import type { Recommendation, RecommendationChanges } from "../../client/index.ts";

const TEXTS = ["title", "url", "description", "excerpt", "favicon", "featured_image"] as const;

/** The texts of the form by which a recommendation is edited. */
export type EditedText = (typeof TEXTS)[number];

/** The form: an empty text of a field that the site fills gives the field back to the site. */
export type RecommendationForm = Readonly<Record<EditedText, string>> & {
  readonly one_click_subscribe: "site" | "yes" | "no";
};

/** The form of a recommendation as it is. */
export function formOf(recommendation: Recommendation): RecommendationForm {
  const { title, url, description, excerpt, favicon, featured_image, one_click_subscribe } = recommendation;
  return {
    title,
    url,
    description: description ?? "",
    excerpt: excerpt ?? "",
    favicon: favicon ?? "",
    featured_image: featured_image ?? "",
    one_click_subscribe: one_click_subscribe ? "yes" : "no",
  };
}

/**
 * What a person has changed in a form: a field that is sent becomes the publisher's, so that the others are left out. Null
 * empties the description, and gives any other field back to the site.
 */
export function changesOf(before: RecommendationForm, after: RecommendationForm): RecommendationChanges {
  const texts = TEXTS.filter((field) => after[field].trim() !== before[field].trim()).map((field) => {
    const text = after[field].trim();
    return [field, text === "" ? null : text] as const;
  });
  const { one_click_subscribe: oneClick } = after;
  return {
    ...Object.fromEntries(texts),
    ...(oneClick === before.one_click_subscribe
      ? {}
      : { one_click_subscribe: oneClick === "site" ? null : oneClick === "yes" }),
  };
}
