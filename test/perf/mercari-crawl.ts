import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { ListingSnapshot } from "../../lambdas/mercari/domain/crawl-result.ts";
import { readSearchPage } from "../../lambdas/mercari/readers/search-page.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { crawl, crawlWorld, HOUR, searchPage, showPages, storeProduct } from "../mercari/crawl-world.ts";
import { listed } from "../mercari/readers/page-answers.ts";
import { newProductId } from "../mercari/result-rows.ts";
import type { Figure } from "./figures.ts";
import { printFigures } from "./figures.ts";
import { withoutLog } from "./without-log.ts";

const ITEMS = 120;
/** The limit of an unchanged crawl, in read units of 4 KB with consistent reads: a unit a row, and ten beside them. */
const READS_ALLOWED = ITEMS + 10;
/** A write unit costs as much as five read units (DynamoDB's prices, docs/cost.md). */
const READS_OF_A_WRITE = 5;

/**
 * Writes of copies in indexes, which the emulator does not count. A put of a changed row changes its copy in `by_price` and
 * moves the one in `by_updated_at`. A crawl's two updates of its product may each move its copy in the index of pending work.
 */
const COPIES_OF_A_ROW = 3;
const COPIES_OF_A_CRAWL = 4;

interface Cost {
  readonly reads: number;
  readonly writes: number;
}

async function costOf({ consumed }: TestDynamo, act: () => Promise<unknown>): Promise<Cost> {
  consumed.length = 0;
  await act();
  const cost = { reads: 0, writes: 0 };
  for (const { command, units } of consumed) cost[/Get|Query/.test(command) ? "reads" : "writes"] += units ?? 0;
  return cost;
}

function inReads({ reads, writes }: Cost, copies: number): number {
  return reads + (writes + copies) * READS_OF_A_WRITE;
}

/** A crawl of 120 listings of which none has changed, compared with one that puts a row for each; copies in indexes included. */
export function mercariCrawl(): Promise<readonly Figure[]> {
  return withoutLog(measured);
}

async function measured(): Promise<readonly Figure[]> {
  const dynamo = await startDynamo();
  try {
    const world = crawlWorld(dynamo);
    const product = await storeProduct(world);
    const items = Array.from({ length: ITEMS }, (_, number) =>
      listed({ id: `m${String(number + 1).padStart(11, "0")}`, price: 1_000 + number }),
    );
    showPages(world, [items]);
    // The second crawl writes what the first one could not know yet.
    for (let hour = 0; hour < 2; hour += 1) {
      await crawl(world, product.id);
      world.clock.forward(HOUR);
    }
    const ours = await costOf(dynamo, async () => {
      const { unchanged, upserted } = await crawl(world, product.id);
      if (unchanged !== ITEMS || upserted > 0) throw new Error(`The crawl has written ${upserted} rows.`);
    });
    const theirs = await costOf(dynamo, () => upsertAll(dynamo, searchPage(items)));
    return [
      {
        name: "unchanged crawl of 120 listings: read",
        unit: "units",
        ours: ours.reads,
        against: "the limit",
        theirs: READS_ALLOWED,
        aim: 1,
      },
      {
        name: "unchanged crawl of 120 listings: cost in read units",
        unit: "units",
        ours: inReads(ours, COPIES_OF_A_CRAWL),
        against: "a put of every row",
        theirs: inReads(theirs, ITEMS * COPIES_OF_A_ROW),
        aim: 0.08,
      },
    ];
  } finally {
    await dynamo.close();
  }
}

/** The crawl as it is usually written: the page's listings are put, whether they have changed or not. */
async function upsertAll({ client }: TestDynamo, page: Parameters<typeof readSearchPage>[0]): Promise<void> {
  const read = readSearchPage(page);
  if (read.kind !== "items") throw new Error("The page has no listings.");
  const productId = newProductId();
  await Promise.all(
    read.items.map((item) => client.send(new PutCommand({ TableName: "mercari", Item: rowOf(productId, item) }))),
  );
}

function rowOf(productId: string, { externalId, ...item }: ListingSnapshot) {
  const updatedAt = new Date().toISOString();
  const { sellingStatus: status, price } = item;
  return {
    pk: `results#${productId}`,
    sk: externalId,
    ...item,
    updatedAt,
    price_order: `${status}#${String(price).padStart(10, "0")}#${externalId}`,
    updated_order: `${status}#${updatedAt}#${externalId}`,
  };
}

if (import.meta.main) printFigures(await mercariCrawl());
