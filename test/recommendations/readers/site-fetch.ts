import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { response } from "../../shared/outbound/outbound-response.ts";

/** The answer of a site for an address: JSON for an object, a page for a text, a network failure for null. */
export type SiteAnswers = Readonly<Record<string, string | object | null>>;

/** A fetch whose sites a test scripts; every other address is not found. */
export function siteFetch(answers: () => SiteAnswers): OutboundFetch {
  return async ({ url }) => {
    const answer = answers()[String(url)];
    if (answer === null) throw new OutboundError("timeout", "took too long");
    const body = typeof answer === "string" ? answer : JSON.stringify(answer ?? {});
    const status = answer === undefined ? 404 : 200;
    return response({ url: new URL(url), status, mediaType: "text/html", charset: "utf-8", body });
  };
}
