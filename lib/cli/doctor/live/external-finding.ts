import { OutboundError } from "../../../../lambdas/shared/outbound/outbound-error.ts";
import type { Finding } from "../check.ts";
import { warn } from "../check.ts";
import { sentence } from "../finding-of-error.ts";

/** What helps when a reader does not understand a site any more. */
export const REPAIR = "The reader has to be brought up to date: look for a newer version of Magpie, or report it.";

/** Asks a site; a failure of the network says nothing of the reader. */
export async function asked(site: string, ask: () => Promise<Finding>): Promise<Finding> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { cause } = error;
    const reason = cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
    return warn(
      `${site} could not be asked: ${sentence(reason)}`,
      "Check this machine's network, and whether the site answers in a browser; then ask again.",
    );
  }
}
