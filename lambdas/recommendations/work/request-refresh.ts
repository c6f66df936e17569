import * as z from "zod/mini";
import type { Queue } from "../../shared/work/queue.ts";
import { sendOrLeave } from "../../shared/work/queue.ts";

/** A message of queue `recommendation-metadata`: look up the metadata of one recommended site. */
export const recommendationMetadataMessage = z.object({ schemaVersion: z.literal(1), recommendationId: z.string() });

export type RecommendationMetadataMessage = z.output<typeof recommendationMetadataMessage>;

export function recommendationMetadataMessageOf(recommendationId: string): RecommendationMetadataMessage {
  return { schemaVersion: 1, recommendationId };
}

/** Requests a refresh of a recommendation. If the queue does not accept the message, the daily refresh follows. */
export async function requestRefresh(
  recommendationId: string,
  correlationId: string,
  { metadataQueue }: { readonly metadataQueue: Queue<RecommendationMetadataMessage> },
): Promise<void> {
  const message = recommendationMetadataMessageOf(recommendationId);
  await sendOrLeave(metadataQueue, "recommendation-metadata", message, correlationId);
}
