import { searchUrl } from "../../../../lambdas/mercari/domain/search-url.ts";
import { httpPageSource } from "../../../../lambdas/mercari/fetch/page-source.ts";
import type { RendererFunction } from "../../../../lambdas/mercari/fetch/rendered-page-source.ts";
import { renderedPageSource } from "../../../../lambdas/mercari/fetch/rendered-page-source.ts";
import type { SearchOutcome } from "../../../../lambdas/mercari/readers/search-page.ts";
import { readSearchPage } from "../../../../lambdas/mercari/readers/search-page.ts";
import type { OutboundFetch } from "../../../../lambdas/shared/outbound/outbound-fetch.ts";
import { isPageAllowed } from "../../../../lambdas/shared/outbound/robots-rules.ts";
import type { Finding } from "../check.ts";
import { fail, ok, warn } from "../check.ts";
import { REPAIR } from "./check-site.ts";

/** The page source: pages as they are sent, or rendered by the function with the browser. */
export type MercariPages = { readonly source: "http" } | ({ readonly source: "rendered" } & RendererFunction);

/** A search that always finds something. */
const SEARCH = {
  keyword: "カメラ",
  excludeKeyword: null,
  itemConditionIds: null,
  categoryId: null,
  minPrice: null,
  maxPrice: null,
};
/** The pause of a crawl between two pages. */
const PAUSE_MS = 3_000;
const ROBOTS_TIMEOUT_MS = 10_000;
const PAGE_TIMEOUT_MS = 65_000;

interface MercariWorld {
  readonly fetch: OutboundFetch;
  readonly mercari: () => Promise<MercariPages>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Milliseconds in which the check ends: both requests, and the pause between them. */
export const MERCARI_MS = ROBOTS_TIMEOUT_MS + PAUSE_MS + PAGE_TIMEOUT_MS + 10_000;

/** Whether Mercari's robots.txt allows a search, and its page matches the reader. */
export async function checkMercari({ fetch, mercari, sleep }: MercariWorld): Promise<Finding> {
  const url = new URL(searchUrl(SEARCH, null));
  const robots = await fetch({
    url: new URL("/robots.txt", url),
    headers: { accept: "text/plain" },
    timeoutMs: ROBOTS_TIMEOUT_MS,
    maxBytes: 512 * 1024,
    onTooLarge: "truncate",
    followRedirect: ({ hostname }) => hostname === url.hostname,
  });
  if (robots.status !== 200) {
    return warn(
      `Mercari answers ${robots.status} to the request for its robots.txt; no search was requested.`,
      "Try again in a day: crawls send no requests either while robots.txt can't be read.",
    );
  }
  if (!isPageAllowed(robots.body.toString("utf8"), url)) {
    return fail(
      "Mercari's robots.txt forbids searches.",
      "Crawls end with robots_forbidden: disable the products' crawls (PATCH /v1/products/{id}).",
    );
  }
  const pages = await mercari();
  await sleep(PAUSE_MS);
  const source = pages.source === "http" ? httpPageSource(fetch) : renderedPageSource(pages);
  return finding(pages.source, readSearchPage(await source(url.href, PAGE_TIMEOUT_MS)));
}

function finding(source: MercariPages["source"], outcome: SearchOutcome): Finding {
  if (outcome.kind === "items") {
    const { items, unparsedCells, placeholderCells, layout } = outcome;
    const found = `Mercari allows searches; one by the page source ${source} shows ${items.length} listings in layout ${layout}`;
    if (unparsedCells === 0) {
      return placeholderCells === 0
        ? ok(`${found}.`)
        : warn(
            `${found}, and ${placeholderCells} that no script has filled.`,
            "Try again; if the error remains, look at the renderer's log.",
          );
    }
    return fail(`${found}, and ${unparsedCells} that the reader does not know.`, REPAIR);
  }
  if (outcome.kind === "no_results") {
    return fail(
      `Mercari says that nothing is on sale for ${SEARCH.keyword}.`,
      `${REPAIR} Look at the search in a browser.`,
    );
  }
  switch (outcome.errorKind) {
    case "not_rendered":
      if (source === "http") {
        return ok("Mercari allows searches; sent as they are, its pages hold no listings, as known.");
      }
      return fail(
        "Mercari's page came without its listings, although a browser showed it.",
        "Look at the renderer's log.",
      );
    case "unrecognized":
      return fail("The reader does not recognize Mercari's search page.", REPAIR);
    case "blocked":
    case "rate_limited":
      return warn(
        `Mercari refuses (${outcome.errorKind}).`,
        "Wait a few hours; crawls do so automatically. It may answer a home connection where it refuses a data centre.",
      );
    default:
      return warn(`Mercari does not answer now (${outcome.errorKind}).`, "Try again in an hour.");
  }
}
