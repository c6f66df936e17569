import type { Guide, TourListing } from "./guide.ts";
import { expect } from "./guide.ts";

interface Crawl {
  readonly pages: number;
  readonly outcome: string;
  readonly error_kind?: string;
  readonly upserted: number;
}

interface Trend {
  readonly points: readonly { readonly count: number; readonly min: number; readonly max: number }[];
  readonly on_sale: { readonly count: number; readonly lowest: number | null; readonly lowest_url: string | null };
  readonly undated: number;
}

/** Mercari: prices of a product, an hour with changes, and an hour in which Mercari's pages can't be read. */
export async function tourMercari(guide: Guide): Promise<void> {
  const { member, admin, sites, narrate, until, run: word } = guide;
  const { mercari } = sites;
  narrate("Mercari: what a camera sells for second-hand, looked up every hour.");
  const crawl = { keyword: `camera ${word}` };
  const made = await admin<{ id: string }>("POST", "/v1/products", { name: "A camera", crawl });
  expect(made.status === 201, "POST /v1/products answers 201", made);
  const { id } = made.body;
  const execute = async () => {
    const { body } = await admin<{ products: readonly Crawl[] }>("POST", "/v1/crawl/execute", { product_id: id });
    return body.products[0];
  };
  const trend = async () => (await member<Trend>("GET", `/v1/products/${id}/price-trend?interval=week`)).body;
  const cheapest = ({ on_sale: { count, lowest, lowest_url: url } }: Trend) =>
    narrate(`    → ${count} on sale, the cheapest for ${yen(lowest)}: ${url}`);

  const listings = mercari.onSale();
  const first = await execute();
  const begin = await trend();
  expect(begin.on_sale.count === listings.length, `all ${listings.length} listings are found`, { first, begin });
  narrate(`  The first crawl reads all pages there are, ${first?.pages} of them, three seconds apart.`);
  cheapest(begin);

  const [sold, repriced] = cheapestOf(listings);
  mercari.sell(sold.id);
  mercari.reprice(repriced.id, 2_980);
  const hourly = await admin("POST", "/_local/schedules/mercari-hourly/run");
  expect(hourly.status === 200, "the schedule runs", hourly);
  const written = await until("a crawl has written what changed", async () => {
    const since = (await countWrittenRows(id, guide)) - listings.length;
    return since >= 2 ? since : undefined;
  });
  expect(written === 2, "only what has changed is written", written);
  const later = await until("the listing's own page has told when it was sold", async () => {
    const dated = await trend();
    return dated.points.length > 0 && dated.undated === 0 ? dated : undefined;
  });
  expect(later.on_sale.lowest === 2_980, "the new price is the lowest", later);
  const [point] = later.points;
  expect(point?.count === 1 && point.min === sold.price, "the sale is in the trend", later);
  narrate(
    "An hour later, by the schedule: the cheapest one is sold, another one is to be had for less. Two rows are written.",
  );
  narrate(`    → ${point?.count} sold, for ${yen(point?.min ?? null)}`);
  cheapest(later);

  narrate("Now Mercari's pages come without a single listing.");
  mercari.stopScripts();
  const blind = await execute();
  expect(blind?.outcome === "error", "a page that can't be read is an error", blind);
  const after = await trend();
  expect(JSON.stringify(after) === JSON.stringify(later), "nothing is lost", after);
  narrate(`  The crawl ends with ${blind?.error_kind}, and the page is kept for the operator.`);
  narrate(`  Nothing is taken for sold or gone: still ${after.on_sale.count} on sale.`);
  sites.recover();
  const well = await execute();
  expect(well?.outcome === "items" && well.upserted === 0, "the next crawl finds all as it was", well);
  narrate("  The next crawl that can read them finds all as it was, and writes nothing.");
}

async function countWrittenRows(id: string, { admin }: Guide): Promise<number> {
  const { body } = await admin<{ crawl_runs: readonly Crawl[] }>("GET", `/v1/products/${id}/crawl-runs?limit=100`);
  return body.crawl_runs.reduce((sum, { upserted }) => sum + upserted, 0);
}

function cheapestOf(listings: readonly TourListing[]): [TourListing, TourListing] {
  const [first, second] = listings.toSorted((one, other) => one.price - other.price);
  if (first === undefined || second === undefined) throw new Error("The simulated Mercari has too little on sale.");
  return [first, second];
}

function yen(amount: number | null): string {
  return amount === null ? "nothing" : `${amount.toLocaleString("en")} yen`;
}
