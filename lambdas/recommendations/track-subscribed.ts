import { noContent } from "../shared/answer.ts";
import type { Operation } from "../shared/http-api.ts";
import { once } from "../shared/once.ts";
import { knownEntry } from "./known-recommendation.ts";
import { saveEvent } from "./reader-counts.ts";
import type { recommendationsRoutes } from "./routes.ts";
import type { RecommendationsServices } from "./services.ts";

/** Counts that a member subscribed to a recommended site. */
export const trackSubscribed: Operation<typeof recommendationsRoutes.trackSubscribed, RecommendationsServices> = async (
  request,
  services,
) => {
  const { id: recommendationId } = request.params;
  return once({ ...request, body: { recommendationId } }, services, async ({ id, at }) => {
    await knownEntry(recommendationId, services);
    const memberId = request.caller.userId;
    await saveEvent({ id, recommendationId, kind: "subscribed", memberId, at }, services);
    return { answer: noContent(), proven: false };
  });
};
