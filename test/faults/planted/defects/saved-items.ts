import type { PlantedDefect } from "../planted-defect.ts";

const CONDITIONAL_WRITE = "lambdas/shared/table/conditional-write.ts";
const TOMBSTONE = "lambdas/shared/changes/tombstone.ts";
const STOCK_TABLE = "lambdas/slides/stock-table.ts";
const BOOKMARK_TABLE = "lambdas/bookmarks/tables/bookmark-table.ts";
const CREATE_STOCK = "lambdas/slides/create-stock.ts";
const CREATE_BOOKMARK = "lambdas/bookmarks/http/create-bookmark.ts";

/** Defects of stocks and bookmarks, and of what they share. */
export const savedItems: readonly PlantedDefect[] = [
  {
    what: "a lost answer of a write is taken for a refusal",
    feature: "slides",
    file: CONDITIONAL_WRITE,
    text: "(error.$metadata.attempts ?? 1) > 1 ? ifRetried() : null",
    replacement: "(error.$metadata.attempts ?? 1) > 9 ? ifRetried() : null",
  },
  {
    what: "a lost answer of a request to fetch again is taken for another request's",
    feature: "slides",
    file: STOCK_TABLE,
    text: `ownWrite: "fetch_id = :fetch_id AND #status = :pending AND updated_at = :now"`,
    replacement: `ownWrite: "#status <> :pending"`,
  },
  {
    what: "a lost answer of a creation is taken for another creation",
    feature: "slides",
    file: TOMBSTONE,
    text: `ownWrite: \`\${work} = :work\``,
    replacement: `ownWrite: \`\${work} <> :work\``,
  },
  {
    what: "a lost answer of a deletion is taken for another deletion",
    feature: "slides",
    file: TOMBSTONE,
    text: `ownWrite: "deletion_id = :deletion"`,
    replacement: `ownWrite: "deletion_id <> :deletion"`,
  },
  {
    what: "a repeated creation does not know its stock",
    feature: "slides",
    file: CREATE_STOCK,
    text: "if (creations.has(stock.creationId)) return",
    replacement: "if (creations.has(stock.canonicalUrl)) return",
  },
  {
    what: "the message of a new stock is left out",
    feature: "slides",
    file: CREATE_STOCK,
    text: "await sendFetch(stock, correlationId, services);",
    replacement: "",
  },
  {
    what: "a failed stock is fetched again at every receive",
    feature: "slides",
    file: "lambdas/shared/work/redriven.ts",
    text: `(workItem.status === "failed" && isFirstReceive(receive))`,
    replacement: `workItem.status === "failed"`,
    elsewhere: {
      test: "test/shared/work/redriven.test.ts",
      why: "the repeated fetch ends as the first one did",
    },
  },
  {
    what: "a message is deleted although its failure was not recorded",
    feature: "slides",
    file: "lambdas/shared/work/worker.ts",
    text: `log.error("message_failure_not_recorded", { ...about, ...fault, ...errorFields(error) });
    return false;`,
    replacement: `log.error("message_failure_not_recorded", { ...about, ...fault, ...errorFields(error) });
    return true;`,
  },
  {
    what: "a lost answer of the claim of a key is taken for a replay",
    feature: "bookmarks",
    file: "lambdas/shared/idempotency/idempotency-table.ts",
    text: `ownWrite: "creation_id = :creation",`,
    replacement: `ownWrite: "creation_id <> :creation",`,
  },
  {
    what: "a repeated creation does not know its bookmark",
    feature: "bookmarks",
    file: CREATE_BOOKMARK,
    text: "if (there.creations.has(creationId)) return",
    replacement: "if (there.creations.has(bookmark.canonicalUrl)) return",
  },
  {
    what: "the message of a new bookmark is left out",
    feature: "bookmarks",
    file: CREATE_BOOKMARK,
    text: "await sendProcessing(bookmark, correlationId, services);",
    replacement: "",
  },
  {
    what: "the message of a retried job is left out",
    feature: "bookmarks",
    file: "lambdas/bookmarks/http/retry-failed-job.ts",
    text: "await sendProcessing(bookmark, request.correlationId, services);",
    replacement: "",
  },
  {
    what: "a lost answer of a request to process again is taken for another request's",
    feature: "bookmarks",
    file: BOOKMARK_TABLE,
    text: `ownWrite: "processing_id = :processing_id",`,
    replacement: `ownWrite: "processing_id <> :processing_id",`,
  },
  {
    what: "the bookmark of a stopped worker is not processed again",
    feature: "bookmarks",
    file: BOOKMARK_TABLE,
    text: `llm_status IN (:pending, :processing\${mayHaveFailed`,
    replacement: `:processing <> :pending AND llm_status IN (:pending\${mayHaveFailed`,
  },
];
