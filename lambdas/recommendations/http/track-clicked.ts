import { noContent } from "../../shared/http/answer.ts";
import { createOnce } from "../../shared/idempotency/create-once.ts";
import { readViewerAddress } from "./read-viewer-address.ts";
import { requireCounted } from "./require-recommendation.ts";
import type { RecommendationsOperation } from "./services.ts";

/**
 * Counts that a reader followed a recommendation. The route is public. The clicks of anonymous readers count a limited
 * number of times a day for each address; the answer is the same beyond the limit. With an Idempotency-Key, only the request
 * that claims the key counts: if it is killed, its click is lost.
 */
export const trackClicked: RecommendationsOperation<"trackClicked"> = async (request, services) => {
  const { id: recommendationId } = request.params;
  // While tokens can't be verified, a click counts as an anonymous reader's.
  const memberId = (await services.memberTokens.verifyMember(request.headers.authorization)) ?? null;
  const caller = { userId: memberId ?? "anonymous" };
  const ownId = services.newId();
  const claiming = { ...services, newId: () => ownId };
  return createOnce({ ...request, caller, body: { recommendationId } }, claiming, async ({ id }, now) => {
    await requireCounted(recommendationId, services);
    if (id === ownId && (memberId !== null || (await isWithinLimit(now)))) {
      await services.readerCounts.addClick(recommendationId);
    }
    return { answer: noContent(), reproducible: false };
  });

  async function isWithinLimit(now: Date): Promise<boolean> {
    const address = await readViewerAddress(request, services.viewerSecret);
    return services.rates.reader("click", recommendationId, address, now);
  }
};
