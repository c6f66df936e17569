import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { recommendationAnswer } from "./bodies/recommendation-answer.ts";
import { requireRecommendation } from "./require-recommendation.ts";
import type { RecommendationsServices } from "./services.ts";

export const getRecommendation: Operation<
  typeof recommendationsRoutes.getRecommendation,
  RecommendationsServices
> = async ({ params }, services) =>
  ok({ recommendations: [recommendationAnswer(await requireRecommendation(params.id, services))] });
