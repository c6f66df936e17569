import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { deliveryAnswer } from "./bodies/delivery-answer.ts";
import { recommendationId, recommendationNotFound } from "./require-recommendation.ts";
import type { RecommendationsServices } from "./services.ts";

/** The deliveries of a recommendation, which may be deleted. */
export const listDeliveries: Operation<typeof recommendationsRoutes.listDeliveries, RecommendationsServices> = async (
  { params },
  { recommendations, deliveries },
) => {
  const id = recommendationId(params.id);
  if (!(await recommendations.isKnown(id))) throw recommendationNotFound();
  return ok({ deliveries: (await deliveries.list(id)).map(deliveryAnswer) });
};
