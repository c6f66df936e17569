import { sendOrLeave } from "../../shared/work/queue.ts";
import type { RecommendationsServices } from "../http/services.ts";
import { recommendationMetadataMessageOf } from "./recommendation-metadata-message.ts";

/** Requests a refresh of a recommendation. If the queue does not take the message, the daily refresh does it. */
export async function requestRefresh(
  recommendationId: string,
  correlationId: string,
  { metadataQueue }: Pick<RecommendationsServices, "metadataQueue">,
): Promise<void> {
  const message = recommendationMetadataMessageOf(recommendationId);
  await sendOrLeave(metadataQueue, "recommendation-metadata", message, correlationId);
}
