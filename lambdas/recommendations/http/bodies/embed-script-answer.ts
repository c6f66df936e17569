import type { Answer } from "../../../shared/http/answer.ts";

/** A new version reaches every page within two hours: one in CloudFront, one in the browser. */
const KEPT = "public, max-age=3600";

/**
 * The script of the element `<magpie-recommendations>`, after constants with the addresses of the API and the site, which the build
 * does not know.
 *
 * @param script uses the names `MAGPIE_API_URL` and `MAGPIE_SITE_URL`, which the constants define
 */
export function embedScriptAnswer(script: string, apiUrl: string, siteUrl: string): Answer {
  return {
    status: 200,
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": KEPT,
      "x-content-type-options": "nosniff",
      // For pages that require this header of their resources (COEP).
      "cross-origin-resource-policy": "cross-origin",
    },
    text: `{const MAGPIE_API_URL=${JSON.stringify(apiUrl)},MAGPIE_SITE_URL=${JSON.stringify(siteUrl)};${script}}\n`,
  };
}
