import { embedScriptAnswer } from "./bodies/embed-script-answer.ts";
import type { RecommendationsOperation } from "./services.ts";

/** The script that shows the recommendations on other pages. */
export const getEmbedScript: RecommendationsOperation<"getEmbedScript"> = async (
  _request,
  { embedScript, apiUrl, site },
) => embedScriptAnswer(await embedScript(), apiUrl, site.url);
