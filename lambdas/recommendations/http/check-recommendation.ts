import { ok } from "../../shared/http/answer.ts";
import { recommendationIdOf } from "../domain/directory.ts";
import type { Recommendation } from "../domain/recommendation.ts";
import { recommendationMetadataMessageOf } from "../work/request-refresh.ts";
import { recommendationAnswer, unknownSiteAnswer } from "./bodies/recommendation-answer.ts";
import type { RecommendationsOperation, RecommendationsServices } from "./services.ts";

/**
 * Looks up a site. A recommended site is refreshed, and its new state is the answer; nothing is stored of other sites. A
 * site that does not respond is no error.
 */
export const checkRecommendation: RecommendationsOperation<"checkRecommendation"> = async (
  { body: { url }, correlationId },
  services,
) => {
  const recommended = await refreshAndGet(url, correlationId, services);
  if (recommended !== null) return ok({ recommendations: [recommendationAnswer(recommended)] });
  const { fetchSiteMetadata } = await import("../fetch/fetch-site-metadata.ts");
  return ok({ recommendations: [unknownSiteAnswer(url, await fetchSiteMetadata(url, services))] });
};

/** The recommendation of a site after a lookup; null when it is not recommended. */
async function refreshAndGet(
  url: string,
  correlationId: string,
  services: RecommendationsServices,
): Promise<Recommendation | null> {
  const id = recommendationIdOf(await services.directory.read(), url);
  if (id === null) return null;
  // On demand, like the lookup above: most requests look up no site, and the readers of pages are a tenth of the bundle.
  const { refreshRecommendation } = await import("../work/refresh-recommendation.ts");
  await refreshRecommendation(recommendationMetadataMessageOf(id), services, { correlationId });
  const entry = await services.directory.entry(id);
  return entry === null ? null : services.recommendations.get(entry);
}
