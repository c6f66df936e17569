import { derivedId } from "../../shared/derived-id.ts";
import { created } from "../../shared/http/answer.ts";
import { Rejected, writeConflict } from "../../shared/http/rejected.ts";
import { createOnce } from "../../shared/idempotency/create-once.ts";
import type { Recommendation } from "../domain/recommendation.ts";
import { newRecommendation } from "../domain/recommendation.ts";
import type { NewAnnouncement } from "../tables/directory-table.ts";
import { publishChange } from "../work/publish-change.ts";
import { requestRefresh } from "../work/request-refresh.ts";
import { recommendationAnswer } from "./bodies/recommendation-answer.ts";
import { sentContent } from "./bodies/recommendation-body.ts";
import { duplicateUrl } from "./require-recommendation.ts";
import type { RecommendationsOperation, RecommendationsServices } from "./services.ts";

/** Recommends a site, unless it is already recommended, and notifies it. */
export const createRecommendation: RecommendationsOperation<"createRecommendation"> = (request, services) => {
  const content = sentContent(request.body);
  return createOnce(request, services, async (creation) => {
    const recommendation = newRecommendation(content, creation);
    const announcement = { id: derivedId("add", recommendation.id), at: creation.at };
    if (await addToDirectory(recommendation, announcement, services)) {
      await publishChange(services, request.correlationId, announcement.id);
      await requestRefresh(recommendation.id, request.correlationId, services);
    }
    const answer = { recommendations: [recommendationAnswer(recommendation)] };
    return { answer: created(answer, `/v1/recommendations/${recommendation.id}`), reproducible: false };
  });
};

/** Attempts of a repeated creation while the directory changes. */
const MAX_WRITE_ATTEMPTS = 5;

/**
 * Puts the item, which no list contains yet, then the directory's entry, which makes it visible. Both may be repeated.
 *
 * @returns false when an earlier request with the same key has created it, and it was deleted since
 * @throws Rejected 400 `duplicate_url`, 409 `too_many_recommendations`
 */
async function addToDirectory(
  recommendation: Recommendation,
  announcement: NewAnnouncement,
  services: Pick<RecommendationsServices, "directory" | "recommendations">,
): Promise<boolean> {
  const { directory, recommendations } = services;
  if (!(await recommendations.create(recommendation))) return completeAddition(recommendation, announcement, services);
  try {
    const added = await directory.add(recommendation, announcement);
    if (added.kind === "duplicate") throw duplicateUrl(added.id);
    return true;
  } catch (error) {
    if (error instanceof Rejected) await recommendations.discard(recommendation.id);
    throw error;
  }
}

/**
 * Completes an interrupted request with the same key. A recommendation that was once in the directory must not be added
 * again: either its removal is announced there, or its item is marked deleted. Any change after the two were read changes
 * the directory's version.
 */
async function completeAddition(
  recommendation: Recommendation,
  announcement: NewAnnouncement,
  { directory, recommendations }: Pick<RecommendationsServices, "directory" | "recommendations">,
): Promise<boolean> {
  const { id } = recommendation;
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    const { entries, announcements, version } = await directory.read();
    if (entries.has(id)) return true;
    if (announcements.some(({ recommendationId }) => recommendationId === id)) return false;
    if ((await recommendations.get(recommendation)) === null) {
      if (await recommendations.isKnown(id)) return false;
      // Another request with the same key has just removed it.
      throw writeConflict("recommendation");
    }
    const added = await directory.add(recommendation, announcement, version);
    if (added.kind === "duplicate") throw duplicateUrl(added.id);
    if (added.kind === "added") return true;
  }
  throw writeConflict("list of recommendations");
}
