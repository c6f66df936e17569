import { ok } from "../../shared/http/answer.ts";
import { recommendationAnswer } from "./bodies/recommendation-answer.ts";
import { requireRecommendation } from "./require-recommendation.ts";
import type { RecommendationsOperation } from "./services.ts";

export const getRecommendation: RecommendationsOperation<"getRecommendation"> = async ({ params }, services) =>
  ok({ recommendations: [recommendationAnswer(await requireRecommendation(params.id, services))] });
