import { noContent } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { afterChange } from "../work/after-change.ts";
import { noSuchRecommendation, recommendationId } from "./known-recommendation.ts";
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
