import { readSiteEndpoint, siteEndpoint } from "../../../../lambdas/recommendations/readers/site-endpoint.ts";
import type { OutboundFetch } from "../../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Finding } from "../check.ts";
import { fail, ok, warn } from "../check.ts";
import { REPAIR } from "./check-site.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 100_000;

/** Whether a Ghost site's description of itself matches the reader. */
export async function checkGhost(ghost: string, fetch: OutboundFetch): Promise<Finding> {
  const site = new URL(ghost);
  if (!site.pathname.endsWith("/")) site.pathname += "/";
  const response = await fetch({
    url: siteEndpoint(site),
    headers: { accept: "application/json" },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    onTooLarge: "truncate",
  });
  const metadata = readSiteEndpoint(response);
  if (metadata !== null) {
    const signUp = metadata.oneClickSubscribe ? "takes one-click subscribers" : "takes no one-click subscribers";
    return ok(`${ghost} answers as known: "${metadata.title}", and ${signUp}.`);
  }
  if (response.status >= 200 && response.status < 300) {
    return fail(`${ghost} answers in another form at members/api/site: the reader does not know it.`, REPAIR);
  }
  return warn(
    `${ghost} answers ${response.status} at members/api/site.`,
    "Name another Ghost site by --ghost <address>; a private site, or one without Ghost, has no such address.",
  );
}
