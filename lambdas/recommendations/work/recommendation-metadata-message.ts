import * as z from "zod/mini";

/** A message of queue `recommendation-metadata`: ask one recommended site what it says of itself. */
export const recommendationMetadataMessage = z.object({ schemaVersion: z.literal(1), recommendationId: z.string() });

export type RecommendationMetadataMessage = z.output<typeof recommendationMetadataMessage>;

/** The message that asks for a recommendation's refresh. */
export function recommendationMetadataMessageOf(recommendationId: string): RecommendationMetadataMessage {
  return { schemaVersion: 1, recommendationId };
}
