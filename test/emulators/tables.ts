import type { CreateTableCommandInput, GlobalSecondaryIndex, LocalSecondaryIndex } from "@aws-sdk/client-dynamodb";

type TableDefinition = Readonly<Omit<CreateTableCommandInput, "TableName">>;

const byCreatedAt: LocalSecondaryIndex = {
  IndexName: "by_created_at",
  KeySchema: [
    { AttributeName: "user_id", KeyType: "HASH" },
    { AttributeName: "created_at", KeyType: "RANGE" },
  ],
  Projection: { ProjectionType: "ALL" },
};

/** A local index of table `mercari`. */
function mercariIndex(sortKey: string, IndexName: string, Projection: LocalSecondaryIndex["Projection"]) {
  return {
    IndexName,
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: sortKey, KeyType: "RANGE" },
    ],
    Projection,
  } satisfies LocalSecondaryIndex;
}

function pending(...attributes: string[]): GlobalSecondaryIndex {
  return {
    IndexName: "pending",
    KeySchema: [
      { AttributeName: "pending_partition", KeyType: "HASH" },
      { AttributeName: "reconcile_at", KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: attributes },
  };
}

/** The same without attributes. */
const pendingKeys: GlobalSecondaryIndex = { ...pending(), Projection: { ProjectionType: "KEYS_ONLY" } };

/** An index of the searched texts of what a user, or everybody, has. */
function search(key: readonly [hash: string, range: string], ...attributes: string[]): GlobalSecondaryIndex {
  return {
    IndexName: "search",
    KeySchema: [
      { AttributeName: key[0], KeyType: "HASH" },
      { AttributeName: key[1], KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: attributes },
  };
}

/** Users' items in the order of their changes. */
const changes: GlobalSecondaryIndex = {
  IndexName: "changes",
  KeySchema: [
    { AttributeName: "user_id", KeyType: "HASH" },
    { AttributeName: "updated_at", KeyType: "RANGE" },
  ],
  Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["deleted_at"] },
};

function strings(...names: string[]) {
  return names.map((AttributeName) => ({ AttributeName, AttributeType: "S" }) as const);
}

/** The tables as the template describes them, by their names without the stage; a test compares the two. */
export const TABLES = {
  stocks: {
    AttributeDefinitions: strings("user_id", "id", "created_at", "updated_at", "pending_partition", "reconcile_at"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: "user_id", KeyType: "HASH" },
      { AttributeName: "id", KeyType: "RANGE" },
    ],
    LocalSecondaryIndexes: [byCreatedAt],
    GlobalSecondaryIndexes: [
      search(["user_id", "created_at"], "search_own", "search_tags", "search_read"),
      changes,
      pending("provider", "original_url", "canonical_url", "work_id", "reconcile_rounds"),
    ],
  },
  bookmarks: {
    AttributeDefinitions: strings(
      "user_id",
      "id",
      "created_at",
      "updated_at",
      "pending_partition",
      "reconcile_at",
      "failed_partition",
      "failed_job_id",
    ),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: "user_id", KeyType: "HASH" },
      { AttributeName: "id", KeyType: "RANGE" },
    ],
    LocalSecondaryIndexes: [byCreatedAt],
    GlobalSecondaryIndexes: [
      search(["user_id", "created_at"], "search_own", "search_tags", "search_read", "search_words"),
      changes,
      pending("url", "work_id", "reconcile_rounds"),
      {
        IndexName: "failed_jobs",
        KeySchema: [
          { AttributeName: "failed_partition", KeyType: "HASH" },
          { AttributeName: "failed_job_id", KeyType: "RANGE" },
        ],
        Projection: {
          ProjectionType: "INCLUDE",
          NonKeyAttributes: ["url", "idempotency_key", "work_id", "failure"],
        },
      },
    ],
  },
  books: {
    AttributeDefinitions: strings("pk", "sk", "first_seen_at", "pending_partition", "reconcile_at"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: "by_first_seen_at",
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "first_seen_at", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "ALL" },
      },
    ],
    GlobalSecondaryIndexes: [search(["pk", "first_seen_at"], "search_text"), pendingKeys],
  },
  mercari: {
    AttributeDefinitions: strings(
      "pk",
      "sk",
      "created_at",
      "price_order",
      "updated_order",
      "sold_out_at",
      "pending_partition",
      "reconcile_at",
    ),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    LocalSecondaryIndexes: [
      mercariIndex("created_at", "by_created_at", { ProjectionType: "ALL" }),
      mercariIndex("price_order", "by_price", { ProjectionType: "ALL" }),
      mercariIndex("updated_order", "by_updated_at", { ProjectionType: "ALL" }),
      mercariIndex("sold_out_at", "by_sold_out_at", { ProjectionType: "INCLUDE", NonKeyAttributes: ["price"] }),
    ],
    GlobalSecondaryIndexes: [pendingKeys],
  },
  recommendations: {
    AttributeDefinitions: strings("pk", "sk", "pending_partition", "reconcile_at", "listed_as", "listed_at"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    GlobalSecondaryIndexes: [
      pending("target", "announcement", "request_id", "reconcile_rounds"),
      {
        IndexName: "listed",
        KeySchema: [
          { AttributeName: "listed_as", KeyType: "HASH" },
          { AttributeName: "listed_at", KeyType: "RANGE" },
        ],
        Projection: {
          ProjectionType: "INCLUDE",
          NonKeyAttributes: ["host", "site_key", "first_verified_at", "expires_at"],
        },
      },
    ],
  },
  notices: {
    AttributeDefinitions: strings("pk", "sk", "created_at", "pending_partition", "reconcile_at"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: "by_created_at",
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "created_at", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "ALL" },
      },
    ],
    GlobalSecondaryIndexes: [pendingKeys],
  },
  idempotency_keys: {
    AttributeDefinitions: strings("id"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  },
} satisfies Readonly<Record<string, TableDefinition>>;
