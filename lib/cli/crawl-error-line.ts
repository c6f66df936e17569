import type { ExecutedCrawl } from "../../client/answers.ts";

const LINES: Readonly<Record<NonNullable<ExecutedCrawl["error_kind"]>, string>> = {
  blocked: "Mercari refused the page (blocked), and gets no request for some hours. Then the hourly crawls continue.",
  rate_limited:
    "Mercari got too many requests (rate_limited), so it gets no request for some hours. Then the hourly crawls continue.",
  breaker_open:
    "Mercari has refused pages recently, so it gets no request for some hours (breaker_open). Then the hourly crawls continue.",
  robots_forbidden:
    "The robots.txt of Mercari forbids the page (robots_forbidden). No page was requested; try another search.",
  robots_unavailable:
    "The robots.txt of Mercari could not be read (robots_unavailable), and no page is requested without it. Try again later.",
  http_error: "Mercari answered with an error (http_error). Try again later.",
  truncated: "A page of Mercari was incomplete (truncated). Try again later.",
  unreachable: "Mercari sent no complete response (unreachable). Try again later.",
  not_rendered:
    "A page had no listings (not_rendered), because its scripts did not run. Live pages need the page source rendered, locally MAGPIE_MERCARI_PAGE_SOURCE=rendered.",
  unrecognized:
    "A page of Mercari has an unknown form (unrecognized). It is stored in the bucket mercari_pages; the reader has to be changed.",
  lost: "Another crawl took the lease over, or the product was deleted (lost). See product ls.",
};

/** The meaning and the remedy of a crawl's error. A newer API may have kinds that are unknown here. */
export function crawlErrorLine({ error_kind: kind }: ExecutedCrawl): string {
  if (kind === undefined) return "The crawl failed.";
  return LINES[kind] ?? `The crawl failed (${kind}).`;
}
