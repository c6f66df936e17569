import type { ExecutedCrawl } from "../../client/answers.ts";

const LINES: Readonly<Record<NonNullable<ExecutedCrawl["error_kind"]>, string>> = {
  blocked: "Mercari refused the page (blocked), and is left alone for some hours. The hourly crawls go on after that.",
  rate_limited:
    "Mercari was asked too much (rate_limited), and is left alone for some hours. The hourly crawls go on after that.",
  breaker_open:
    "Mercari has refused pages lately, and is left alone for some hours (breaker_open). Nothing was asked; the hourly crawls go on after that.",
  robots_forbidden:
    "The robots.txt of Mercari forbids the page (robots_forbidden). Nothing was asked; only another search may help.",
  robots_unavailable:
    "The robots.txt of Mercari could not be read (robots_unavailable), and nothing is asked without it. Try again in a while.",
  http_error: "Mercari answered with a failure of its own (http_error). Try again in a while.",
  truncated: "A page of Mercari ended too soon (truncated). Try again in a while.",
  unreachable: "No whole answer came from Mercari (unreachable). Try again in a while.",
  not_rendered:
    "A page came without its listings (not_rendered): its scripts did not run. Live pages need the page source rendered, locally MAGPIE_MERCARI_PAGE_SOURCE=rendered.",
  unrecognized:
    "A page of Mercari is none that is known here (unrecognized). It is kept in the bucket mercari_pages; what reads pages has to be mended.",
  lost: "Somebody else took the crawl over, or deleted the product (lost). Look at product ls.",
};

/** The meaning and the remedy of a crawl's error. A newer API may have kinds that are unknown here. */
export function crawlErrorLine({ error_kind: kind }: ExecutedCrawl): string {
  if (kind === undefined) return "The crawl failed.";
  return LINES[kind] ?? `The crawl failed (${kind}).`;
}
