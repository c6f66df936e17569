import type { Operation } from "../../shared/http/http-api.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { embedScriptAnswer } from "./bodies/embed-script-answer.ts";
import type { RecommendationsServices } from "./services.ts";

/** The script that shows the recommendations on other pages. */
export const getEmbedScript: Operation<typeof recommendationsRoutes.getEmbedScript, RecommendationsServices> = async (
  _request,
  { embedScript, apiUrl, site },
) => embedScriptAnswer(await embedScript(), apiUrl, site.url);
