import { siteInfoAnswer } from "./bodies/site-info-answer.ts";
import type { RecommendationsOperation } from "./services.ts";

/** Our site's metadata for other sites. */
export const getSiteInfo: RecommendationsOperation<"getSiteInfo" | "getSiteInfoWithoutSlash"> = (_request, { site }) =>
  siteInfoAnswer(site);
