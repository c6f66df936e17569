import { ok } from "../shared/answer.ts";
import type { Operation } from "../shared/http-api.ts";
import { knownRecommendation } from "./known-recommendation.ts";
import { recommendationAnswer } from "./recommendation-answer.ts";
import type { recommendationsRoutes } from "./routes.ts";
import type { RecommendationsServices } from "./services.ts";

/** One recommendation. */
export const getRecommendation: Operation<
  typeof recommendationsRoutes.getRecommendation,
  RecommendationsServices
> = async ({ params }, services) =>
  ok({ recommendations: [recommendationAnswer(await knownRecommendation(params.id, services))] });
