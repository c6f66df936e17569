import { noContent } from "../../shared/http/answer.ts";
import { publishChange } from "../work/publish-change.ts";
import { recommendationId, recommendationNotFound } from "./require-recommendation.ts";
import type { RecommendationsOperation } from "./services.ts";

/** Deletes a recommendation and notifies its site, which then verifies the mention again and drops it. */
export const deleteRecommendation: RecommendationsOperation<"deleteRecommendation"> = async (
  { params, correlationId },
  services,
) => {
  const announcement = { id: services.newId(), at: services.clock.now() };
  const removed = await services.directory.remove(recommendationId(params.id), announcement);
  if (removed === null) throw recommendationNotFound();
  await publishChange(services, correlationId, announcement.id);
  return noContent();
};
