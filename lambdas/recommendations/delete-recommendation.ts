import { noContent } from "../shared/answer.ts";
import type { Operation } from "../shared/http-api.ts";
import { afterChange } from "./after-change.ts";
import { noSuchRecommendation, recommendationId } from "./known-recommendation.ts";
import type { recommendationsRoutes } from "./routes.ts";
import type { RecommendationsServices } from "./services.ts";

/** Deletes a recommendation and tells its site to look again, so that it is dropped there, too. */
export const deleteRecommendation: Operation<
  typeof recommendationsRoutes.deleteRecommendation,
  RecommendationsServices
> = async ({ params, correlationId }, services) => {
  const announcement = { id: services.newId(), at: services.clock.now() };
  const removed = await services.directory.remove(recommendationId(params.id), announcement);
  if (removed === null) throw noSuchRecommendation();
  await afterChange(services, correlationId, announcement.id);
  return noContent();
};
