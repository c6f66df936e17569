import { noContent } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { once } from "../../shared/idempotency/once.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { saveEvent, withEventId } from "../work/reader-counts.ts";
import { requireEntry } from "./require-recommendation.ts";
import type { RecommendationsServices } from "./services.ts";
import { viewerAddress } from "./viewer-address.ts";

/** The owner of the idempotency keys of anonymous readers. */
const NOBODY = { userId: "anonymous", isAdmin: false };

/**
 * Counts that a reader followed a recommendation. The route is public. The clicks of anonymous readers count a limited
 * number of times a day for each address; the answer is the same beyond the limit.
 */
export const trackClicked: Operation<typeof recommendationsRoutes.trackClicked, RecommendationsServices> = async (
  request,
  services,
) => {
  const { id: recommendationId } = request.params;
  const [member, withId] = await Promise.all([
    services.memberTokens.memberOf(request.headers.authorization),
    withEventId(services),
  ]);
  // While tokens can't be verified, a click counts as an anonymous reader's.
  const memberId = member ?? null;
  const caller = memberId === null ? NOBODY : { userId: memberId, isAdmin: false };
  const isRepeatable = request.idempotencyKey !== null;
  return once({ ...request, caller, body: { recommendationId } }, withId, async ({ id, at }) => {
    await requireEntry(recommendationId, services);
    const counts = memberId !== null || (await isWithinLimit(id, at));
    if (counts) await saveEvent({ id, recommendationId, kind: "clicked", memberId, at, isRepeatable }, services);
    return { answer: noContent(), reproducible: false };
  });

  async function isWithinLimit(eventId: string, at: Date): Promise<boolean> {
    const address = await viewerAddress(request, services.viewerSecret);
    return services.rates.click(recommendationId, address, eventId, at);
  }
};
