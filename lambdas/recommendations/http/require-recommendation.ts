import { isDerivedId } from "../../shared/derived-id.ts";
import { notFound, Rejected } from "../../shared/http/rejected.ts";
import type { DirectoryEntry } from "../domain/directory.ts";
import type { Recommendation } from "../domain/recommendation.ts";
import type { RecommendationsServices } from "./services.ts";

type Known = Pick<RecommendationsServices, "directory" | "recommendations">;

export const recommendationNotFound = () => notFound("recommendation");

/** An id that a recommendation may have. @throws Rejected 404 for any other, without a read */
export function recommendationId(id: string): string {
  if (!isDerivedId(id)) throw recommendationNotFound();
  return id;
}

/** The directory's entry of the recommendation that a request names. @throws Rejected 404 */
export async function requireEntry(id: string, { directory }: Pick<Known, "directory">): Promise<DirectoryEntry> {
  const entry = await directory.entry(recommendationId(id));
  if (entry === null) throw recommendationNotFound();
  return entry;
}

/** Refuses a count of a recommendation that does not exist, without reading the whole directory. @throws Rejected 404 */
export async function requireCounted(
  id: string,
  { recommendations }: Pick<RecommendationsServices, "recommendations">,
): Promise<void> {
  if (!(await recommendations.exists(recommendationId(id)))) throw recommendationNotFound();
}

/** The recommendation that a request names. @throws Rejected 404 */
export async function requireRecommendation(id: string, services: Known): Promise<Recommendation> {
  const recommendation = await services.recommendations.get(await requireEntry(id, services));
  if (recommendation === null) throw recommendationNotFound();
  return recommendation;
}

/** The rejection of an address whose site is already recommended. @param id of that recommendation */
export function duplicateUrl(id: string): Rejected {
  return new Rejected(400, "duplicate_url", "This site is recommended already; see recommendation_id.", {
    members: { recommendation_id: id },
  });
}
