import type { Answer } from "../../../shared/http/answer.ts";

/** A new version reaches every page within two hours: one in CloudFront, one in the browser. */
const KEPT = "public, max-age=3600";

/**
 * The script of the element `<magpie-recommendations>`, with the API's address as a constant in front of it. The address
 * is not the site's, where the script is loaded from, and the build does not know it.
 *
 * @param script its free name `MAGPIE_API_URL` is the address
 */
export function embedScriptAnswer(script: string, apiUrl: string): Answer {
  return {
    status: 200,
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": KEPT,
      "x-content-type-options": "nosniff",
      // For pages that load only what allows it (COEP).
      "cross-origin-resource-policy": "cross-origin",
    },
    text: `{const MAGPIE_API_URL=${JSON.stringify(apiUrl)};${script}}\n`,
  };
}
