import { ok } from "../../shared/http/answer.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import type { Recommendation, SentChanges } from "../domain/recommendation.ts";
import { editedRecommendation, fieldsGivenBack, unrefreshedRecommendation } from "../domain/recommendation.ts";
import { duplicateKey } from "../domain/web-url.ts";
import { publishChange } from "../work/publish-change.ts";
import { requestRefresh } from "../work/request-refresh.ts";
import { recommendationAnswer } from "./bodies/recommendation-answer.ts";
import { sentChanges } from "./bodies/recommendation-body.ts";
import { duplicateUrl, recommendationNotFound, requireRecommendation } from "./require-recommendation.ts";
import type { RecommendationsOperation } from "./services.ts";

const MAX_WRITE_ATTEMPTS = 5;

/**
 * Changes the fields in the body, and notifies the site, and the site of the previous address. Equal fields are neither
 * written nor announced.
 */
export const updateRecommendation: RecommendationsOperation<"updateRecommendation"> = async (
  { params, body, correlationId },
  services,
) => {
  const sent = sentChanges(body);
  // Another request may change the address between the read and the write; then the address is read again.
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    const seen = await requireRecommendation(params.id, services);
    const kept = editedRecommendation(seen, sent, services.clock.now());
    const next = duplicateKey(kept.url) === duplicateKey(seen.url) ? kept : unrefreshedRecommendation(kept);
    const answer = ok({ recommendations: [recommendationAnswer(next)] });
    if (sentFields(sent).every((field) => next[field] === seen[field])) {
      if (next !== seen) await services.recommendations.save(seen, next, fieldsGivenBack(sent));
      return answer;
    }
    const announcement = { id: services.newId(), at: services.clock.now() };
    const updatedAt = next.updatedAt ?? next.createdAt;
    const outcome = await services.directory.edit(seen, { url: next.url, updatedAt }, announcement);
    if (outcome.kind === "gone") throw recommendationNotFound();
    if (outcome.kind === "duplicate") throw duplicateUrl(outcome.id);
    if (outcome.kind === "changed") continue;
    if (!(await services.recommendations.save(seen, kept, fieldsGivenBack(sent)))) throw recommendationNotFound();
    // A separate write, since fields that the publisher has sent meanwhile must stay. The new site's refresh fills the
    // others.
    await services.recommendations.fill(kept, next);
    await publishChange(services, correlationId, announcement.id);
    await requestRefresh(seen.id, correlationId, services);
    return answer;
  }
  throw writeConflict("recommendation");
};

function sentFields(sent: SentChanges): readonly (keyof SentChanges & keyof Recommendation)[] {
  return Object.keys(sent) as (keyof SentChanges & keyof Recommendation)[];
}
