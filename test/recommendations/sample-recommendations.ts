import type { Recommendation } from "../../lambdas/recommendations/domain/recommendation.ts";

/** A recommendation; a test sets only the fields that matter to it. */
export function sampleRecommendation(fields: Partial<Recommendation> & { readonly id: string }): Recommendation {
  return {
    title: "A site",
    url: `https://${fields.id}.example/`,
    description: null,
    excerpt: null,
    featuredImage: null,
    favicon: null,
    oneClickSubscribe: false,
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: null,
    site: { excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: false, source: null },
    ...fields,
  };
}
