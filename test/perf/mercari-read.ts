import { deepEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ListingSnapshot } from "../../lambdas/mercari/domain/crawl-result.ts";
import { readSearchPage } from "../../lambdas/mercari/readers/search-page.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { installPeers, PEERS } from "./peers.ts";

const ROUNDS = 40;
/** Reads in one sample: a single one is too short to be measured. */
const READS = 10;

const PAGE = join(import.meta.dirname, "../mercari/readers/given/search-on-sale-p1.html");

/** The part of cheerio that is used here; its types are installed outside the project. */
type Selection = {
  attr(name: string): string | undefined;
  text(): string;
  find(selector: string): Selection;
  toArray(): unknown[];
};
type Cheerio = { load(html: string): (selector: unknown) => Selection };

/** Reads the page as is usual with cheerio: a selector for each field, without checks. */
function readWithCheerio({ load }: Cheerio, html: string): ListingSnapshot[] {
  const $ = load(html);
  return $("#item-grid [data-testid=item-cell]")
    .toArray()
    .map((cell) => {
      const card = $(cell);
      const href = card.find("a[data-testid=thumbnail-link]").attr("href") ?? "";
      const label = card.find(".merItemThumbnail").attr("aria-label") ?? "";
      const isShop = href.startsWith("/shops/");
      return {
        externalId: href.slice(href.lastIndexOf("/") + 1),
        name: card.find("[data-testid=thumbnail-item-name]").text().trim(),
        price: Number((/([\d,]+)円/.exec(label.slice(label.lastIndexOf("の画像")))?.[1] ?? "").replaceAll(",", "")),
        sellingUrl: `https://jp.mercari.com${href}`,
        imageUrl: card.find("img").attr("src") ?? "",
        sellingStatus: card.find("[data-testid=thumbnail-sticker]").attr("aria-label") === "売り切れ" ? 2 : 1,
        sellerType: isShop ? 2 : 1,
      };
    });
}

function readAsWeDo(html: string): readonly ListingSnapshot[] {
  const read = readSearchPage({
    url: "https://jp.mercari.com/",
    status: 200,
    headers: {},
    html,
    retryAfterSeconds: null,
  });
  return read.kind === "items" ? read.items : [];
}

/** A search page of 270 KB and 120 listings, against cheerio on the same page. */
export async function mercariRead(): Promise<readonly Figure[]> {
  await installPeers();
  const cheerio = createRequire(join(PEERS, "package.json"))("cheerio") as Cheerio;
  const html = readFileSync(PAGE, "utf8");
  // Both must find the same listings.
  deepEqual(readAsWeDo(html), readWithCheerio(cheerio, html));
  const timed = (read: () => unknown) => async () => {
    const start = performance.now();
    for (let turn = 0; turn < READS; turn += 1) read();
    return (performance.now() - start) / READS;
  };
  const { ours, theirs } = await interleaved(ROUNDS, {
    ours: timed(() => readAsWeDo(html)),
    theirs: timed(() => readWithCheerio(cheerio, html)),
  });
  return [
    {
      name: "search page of 270 KB read",
      unit: "ms",
      ours: median(ours),
      against: "cheerio",
      theirs: median(theirs),
      aim: 0.75,
    },
  ];
}

if (import.meta.main) printFigures(await mercariRead());
