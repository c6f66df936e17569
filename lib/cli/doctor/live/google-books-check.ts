import type { VolumesOutcome } from "../../../../lambdas/books/readers/google-books.ts";
import { readVolumes, volumesRequest } from "../../../../lambdas/books/readers/google-books.ts";
import type { OutboundFetch } from "../../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Finding } from "../check.ts";
import { fail, ok, skipped, warn } from "../check.ts";
import { REPAIR } from "./check-site.ts";

export interface GoogleBooksAccess {
  readonly apiKey: string;
  /** Two letters. */
  readonly country: string;
}

const TIMEOUT_MS = 15_000;

/** Whether Google Books accepts the key and its answer matches the reader. No finding contains the key. */
export async function checkGoogleBooks(access: GoogleBooksAccess | undefined, fetch: OutboundFetch): Promise<Finding> {
  if (access === undefined) {
    return skipped(
      "Google Books got no request: there is no API key.",
      "Locally, set GOOGLE_BOOKS_API_KEY; for a stage, create the secret (docs/settings.md, Google Books).",
    );
  }
  const options = { langRestrict: null, orderBy: null, printType: null, filter: null, country: access.country };
  const question = { search: "intitle:golang", startIndex: 0, maxResults: 5, options, apiKey: access.apiKey };
  return finding(readVolumes(await fetch({ ...volumesRequest(question), timeoutMs: TIMEOUT_MS })));
}

function finding(outcome: VolumesOutcome): Finding {
  switch (outcome.kind) {
    case "page": {
      const { returned, books, totalItems } = outcome;
      if (returned > 0 && books.length > 0 && totalItems !== null) {
        return ok(`Google Books answers as known: ${books.length} of ${totalItems} books.`);
      }
      return fail(
        `Google Books answers in another form: ${returned} items, of which ${books.length} can be read, of ${totalItems ?? "no total"}.`,
        REPAIR,
      );
    }
    case "quota":
      return warn(
        `Google Books has limited the key's requests (limit: ${outcome.limit}).`,
        "Try again after midnight Pacific time, or check the key's quota in Google Cloud.",
      );
    case "transient":
      return warn(`Google Books does not answer now (${outcome.code}).`, "Try again in an hour.");
    case "error":
      return fail(`Google Books refuses (${outcome.code}).`, outcome.message);
  }
}
