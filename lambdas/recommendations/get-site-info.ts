import type { Operation } from "../shared/http-api.ts";
import type { recommendationsRoutes } from "./routes.ts";
import type { RecommendationsServices } from "./services.ts";
import { siteInfoAnswer } from "./site-info-answer.ts";

type SiteInfoRoute = typeof recommendationsRoutes.getSiteInfo | typeof recommendationsRoutes.getSiteInfoWithoutSlash;

/** What our site says of itself to other sites. */
export const getSiteInfo: Operation<SiteInfoRoute, RecommendationsServices> = (_request, { site }) =>
  siteInfoAnswer(site);
