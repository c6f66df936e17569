import type { Operation } from "../../shared/http/http-api.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { sitePageAnswer } from "./bodies/site-page-answer.ts";
import { sortRecommendations } from "./query/order.ts";
import type { RecommendationsServices } from "./services.ts";

type SitePageRoute = typeof recommendationsRoutes.getSitePage | typeof recommendationsRoutes.headSitePage;

const UNCOUNTED = () => ({ clicks: 0, subscribers: 0 });

/** The page at our site's root, with the newest recommendations first. */
export const getSitePage: Operation<SitePageRoute, RecommendationsServices> = async (
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
