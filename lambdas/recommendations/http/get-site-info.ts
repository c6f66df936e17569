import type { Operation } from "../../shared/http/http-api.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { siteInfoAnswer } from "./bodies/site-info-answer.ts";
import type { RecommendationsServices } from "./services.ts";

type SiteInfoRoute = typeof recommendationsRoutes.getSiteInfo | typeof recommendationsRoutes.getSiteInfoWithoutSlash;

/** Our site's metadata for other sites. */
export const getSiteInfo: Operation<SiteInfoRoute, RecommendationsServices> = (_request, { site }) =>
  siteInfoAnswer(site);
