import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import type { Recommendation, RecommendationContent } from "../domain/recommendation.ts";
import { edited, unrefreshed } from "../domain/recommendation.ts";
import { duplicateKey } from "../domain/web-url.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { publishChange } from "../work/publish-change.ts";
import { requestRefresh } from "../work/request-refresh.ts";
import { recommendationAnswer } from "./bodies/recommendation-answer.ts";
import { sentChanges } from "./bodies/recommendation-body.ts";
import { duplicateUrl, knownRecommendation, noSuchRecommendation } from "./known-recommendation.ts";
import type { RecommendationsServices } from "./services.ts";

/**
 * Changes what the body names and tells the site so, and the site of the address before. What is the same already is
 * neither written nor told.
 */
export const updateRecommendation: Operation<
  typeof recommendationsRoutes.updateRecommendation,
  RecommendationsServices
> = async ({ params, body, correlationId }, services) => {
  const sent = sentChanges(body);
  // Another request may change the address between our reading and our writing it; then it is read anew.
  for (let look = 0; look < 5; look += 1) {
    const seen = await knownRecommendation(params.id, services);
    const kept = edited(seen, sent, services.clock.now());
    const next = duplicateKey(kept.url) === duplicateKey(seen.url) ? kept : unrefreshed(kept);
    const answer = ok({ recommendations: [recommendationAnswer(next)] });
    if (sentFields(sent).every((field) => next[field] === seen[field])) {
      // At most it becomes the publisher's own what a look at the site had found, which nobody sees.
      await save(seen, next, services);
      return answer;
    }
    const announcement = { id: services.newId(), at: services.clock.now() };
    const updatedAt = next.updatedAt ?? next.createdAt;
    const outcome = await services.directory.edit(seen, { url: next.url, updatedAt }, announcement);
    if (outcome.kind === "gone") throw noSuchRecommendation();
    if (outcome.kind === "duplicate") throw duplicateUrl(outcome.id);
    if (outcome.kind === "changed") continue;
    await save(seen, kept, services);
    // By itself, since what their publisher has sent meanwhile stays; then the new site's refresh does the rest.
    await services.recommendations.fill(kept, next);
    await publishChange(services, correlationId, announcement.id);
    await requestRefresh(seen.id, correlationId, services);
    return answer;
  }
  throw writeConflict("recommendation");
};

/** @throws Rejected 404 when it is deleted meanwhile */
async function save(
  seen: Recommendation,
  next: Recommendation,
  { recommendations }: Pick<RecommendationsServices, "recommendations">,
): Promise<void> {
  if (!(await recommendations.save(seen, next))) throw noSuchRecommendation();
}

function sentFields(sent: Partial<RecommendationContent>): readonly (keyof RecommendationContent)[] {
  return Object.keys(sent) as (keyof RecommendationContent)[];
}
