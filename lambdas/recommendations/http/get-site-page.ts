import { sitePageAnswer } from "./bodies/site-page-answer.ts";
import { sortRecommendations } from "./query/order.ts";
import type { RecommendationsOperation } from "./services.ts";

const UNCOUNTED = () => ({ clicks: 0, subscribers: 0 });

/** The page at our site's root, with the newest recommendations first. */
export const getSitePage: RecommendationsOperation<"getSitePage" | "headSitePage"> = async (
  _request,
  { directory, recommendations, site, apiUrl },
) => {
  const all = await recommendations.all(await directory.read());
  return sitePageAnswer(
    site,
    apiUrl,
    sortRecommendations(all, [{ field: "created_at", direction: "desc" }], UNCOUNTED),
  );
};
