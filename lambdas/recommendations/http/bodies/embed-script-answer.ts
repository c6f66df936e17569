import type { Answer } from "../../../shared/http/answer.ts";

/** A new version reaches every page within two hours: one in CloudFront, one in the browser. */
const KEPT = "public, max-age=3600";

/**
 * The script of the element `<magpie-recommendations>`, after a constant with the API's address. The build does not know
 * this address, and the script is loaded from the site, whose address is another one.
 *
 * @param script uses the name `MAGPIE_API_URL`, which the constant defines
 */
export function embedScriptAnswer(script: string, apiUrl: string): Answer {
  return {
    status: 200,
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": KEPT,
      "x-content-type-options": "nosniff",
      // For pages that require this header of their resources (COEP).
      "cross-origin-resource-policy": "cross-origin",
    },
    text: `{const MAGPIE_API_URL=${JSON.stringify(apiUrl)};${script}}\n`,
  };
}
