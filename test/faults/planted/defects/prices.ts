import type { PlantedDefect } from "../planted-defect.ts";

const PRODUCT_TABLE = "lambdas/mercari/tables/product-table.ts";
const CONCLUDE = "lambdas/mercari/work/conclude-crawl.ts";

/** Defects of prices. */
export const prices: readonly PlantedDefect[] = [
  {
    what: "a lost answer of a deletion is taken for another deletion",
    feature: "mercari",
    file: PRODUCT_TABLE,
    text: `ownWrite: "deletion_id = :deletion",`,
    replacement: `ownWrite: "deletion_id <> :deletion",`,
  },
  {
    what: "a product is removed before its rows",
    feature: "mercari",
    file: "lambdas/mercari/work/remove-product.ts",
    text: `  await results.removeAll(id);
  await watch.removeAll(id);
  await runs.removeAll(id);
  await offers.removeAll(id);
  const isRemoved = await products.remove(id, clock.now());
`,
    replacement: `  const isRemoved = await products.remove(id, clock.now());
  await results.removeAll(id);
  await watch.removeAll(id);
  await runs.removeAll(id);
  await offers.removeAll(id);
`,
  },
  {
    what: "a product's lease is not released after an error",
    feature: "mercari",
    file: "lambdas/mercari/work/crawl-under-lease.ts",
    text: "await products.release(crawlLease, null).catch(",
    replacement: "await Promise.resolve().catch(",
    elsewhere: {
      test: "test/mercari/crawl-worker.test.ts",
      why: "the lease expires, and the next receive crawls",
    },
  },
  {
    what: "the turn of a site is not released",
    feature: "mercari",
    file: "lambdas/mercari/fetch/host-turn.ts",
    text: "await hosts.release(this.#host, this.#holder, { freeAt, turnMs });",
    replacement: "void [hosts, freeAt, turnMs];",
  },
  {
    what: "a detail check counts as requested although its message was refused",
    feature: "mercari",
    file: CONCLUDE,
    text: "if (unsent.includes(one)) continue;",
    replacement: "",
    elsewhere: {
      test: "test/mercari/work/crawl-product.test.ts",
      why: "the check is requested again six hours later",
    },
  },
  {
    what: "a detail check is not recorded as requested",
    feature: "mercari",
    file: CONCLUDE,
    text: "{ ...entry, dueAt: dueAgain, ...lastSight }",
    replacement: "{ ...entry, ...lastSight }",
    elsewhere: {
      test: "test/mercari/work/crawl-product.test.ts",
      why: "a listing that is checked twice ends as one that is checked once",
    },
  },
  {
    what: "a crawl's message is left out",
    feature: "mercari",
    file: "lambdas/mercari/work/request-crawl.ts",
    text: "return enterAndSend(requester.mercariQueue, QUEUE, products, enter, correlationId);",
    replacement:
      "return enterAndSend({ ...requester.mercariQueue, sendAll: async () => ({ unsent: [], error: null }) }, QUEUE, products, enter, correlationId);",
  },
];
