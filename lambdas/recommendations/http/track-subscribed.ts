import { noContent } from "../../shared/http/answer.ts";
import { Rejected, temporarilyUnavailable } from "../../shared/http/rejected.ts";
import { createOnce } from "../../shared/idempotency/create-once.ts";
import { memberOf } from "../tables/reader-count-table.ts";
import { readViewerAddress } from "./read-viewer-address.ts";
import { requireCounted } from "./require-recommendation.ts";
import type { RecommendationsOperation } from "./services.ts";

/**
 * Counts that a person subscribed to a recommended site, each person once. The route is public: a person is a member, by the
 * token, or a browser, by the Idempotency-Key that our script keeps there. Browsers count a limited number of times a day for
 * each address; the answer is the same beyond the limit.
 */
export const trackSubscribed: RecommendationsOperation<"trackSubscribed"> = async (request, services) => {
  const { id: recommendationId } = request.params;
  const { authorization } = request.headers;
  const memberId = await services.memberTokens.verifyMember(authorization);
  // A member who counted as a browser now would count as a member later.
  if (memberId === undefined)
    throw temporarilyUnavailable("The token can't be verified at this moment. Send it again.");
  if (memberId === null && (authorization !== undefined || request.idempotencyKey === null)) {
    throw new Rejected(401, "unauthorized", "A member's token is needed, or an Idempotency-Key that a browser keeps.", {
      headers: { "www-authenticate": "Bearer" },
    });
  }
  const caller = { userId: memberId ?? "anonymous" };
  const person = memberId === null ? `browser#${request.idempotencyKey}` : memberOf(memberId);
  return createOnce({ ...request, caller, body: { recommendationId } }, services, async (_creation, now) => {
    await requireCounted(recommendationId, services);
    if (memberId !== null || (await isWithinLimit(now))) {
      await services.readerCounts.addSubscriber(recommendationId, person, services.newId());
    }
    return { answer: noContent(), reproducible: false };
  });

  async function isWithinLimit(now: Date): Promise<boolean> {
    const address = await readViewerAddress(request, services.viewerSecret);
    return services.rates.reader("subscription", recommendationId, address, now);
  }
};
