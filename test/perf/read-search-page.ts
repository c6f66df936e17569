import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSearchPage } from "../../lambdas/mercari/readers/search-page.ts";

const PAGE = join(import.meta.dirname, "../mercari/readers/given/search-on-sale-p1.html");
const html = readFileSync(PAGE, "utf8");

/** The part of a crawl that takes the processor's time: a page of 270 KB. @throws Error when it has no listings */
export async function handler(): Promise<number> {
  const read = readSearchPage({
    url: "https://jp.mercari.com/",
    status: 200,
    headers: {},
    html,
    retryAfterSeconds: null,
  });
  if (read.kind !== "items") throw new Error("The page was not read.");
  return read.items.length;
}
