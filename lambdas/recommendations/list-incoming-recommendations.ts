import { ok } from "../shared/answer.ts";
import type { Operation } from "../shared/http-api.ts";
import { incomingAnswers } from "./incoming-answer.ts";
import { numberedPage } from "./query/pagination.ts";
import type { recommendationsRoutes } from "./routes.ts";
import type { RecommendationsServices } from "./services.ts";

/** A page of the sites that recommend us, the latest first. */
export const listIncomingRecommendations: Operation<
  typeof recommendationsRoutes.listIncomingRecommendations,
  RecommendationsServices
> = async ({ query }, { mentions, directory }) => {
  const [verified, ours] = await Promise.all([mentions.verified(), directory.read()]);
  const { items, pagination } = numberedPage(incomingAnswers(verified, ours), query);
  return ok({ recommendations: items, meta: { pagination } });
};
