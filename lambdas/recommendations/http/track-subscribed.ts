import { noContent } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { once } from "../../shared/idempotency/once.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { saveEvent, withEventId } from "../work/reader-counts.ts";
import { requireEntry } from "./require-recommendation.ts";
import type { RecommendationsServices } from "./services.ts";

/** Counts that a member subscribed to a recommended site. */
export const trackSubscribed: Operation<typeof recommendationsRoutes.trackSubscribed, RecommendationsServices> = async (
  request,
  services,
) => {
  const { id: recommendationId } = request.params;
  const isRepeatable = request.idempotencyKey !== null;
  const withId = await withEventId(services);
  return once({ ...request, body: { recommendationId } }, withId, async ({ id, at }) => {
    await requireEntry(recommendationId, services);
    const memberId = request.caller.userId;
    await saveEvent({ id, recommendationId, kind: "subscribed", memberId, at, isRepeatable }, services);
    return { answer: noContent(), reproducible: false };
  });
};
