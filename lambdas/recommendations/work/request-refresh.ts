import { sendOrLeave } from "../../shared/work/send-or-leave.ts";
import type { RecommendationsServices } from "../http/services.ts";
import { recommendationMetadataMessageOf } from "./recommendation-metadata-message.ts";

/** Asks for a look at a recommended site. What the queue does not take is done by the daily refresh. */
export async function requestRefresh(
  recommendationId: string,
  correlationId: string,
  { metadataQueue }: Pick<RecommendationsServices, "metadataQueue">,
): Promise<void> {
  const message = recommendationMetadataMessageOf(recommendationId);
  await sendOrLeave(metadataQueue, "recommendation-metadata", message, correlationId);
}
