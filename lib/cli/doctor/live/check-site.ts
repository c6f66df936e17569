import { OutboundError } from "../../../../lambdas/shared/outbound/outbound-error.ts";
import type { Finding } from "../check.ts";
import { warn } from "../check.ts";
import { sentence } from "../finding-of-error.ts";

/** The remedy when a reader no longer matches a site. */
export const REPAIR = "The reader needs an update: look for a newer version of Magpie, or report this.";

/** Requests a site; a network failure is not a finding about the reader. */
export async function checkSite(site: string, request: () => Promise<Finding>): Promise<Finding> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { cause } = error;
    const reason = cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
    return warn(
      `${site} did not respond: ${sentence(reason)}`,
      "Check this machine's network, and whether the site answers in a browser; then try again.",
    );
  }
}
