import type { CreateTableCommandInput, GlobalSecondaryIndex, LocalSecondaryIndex } from "@aws-sdk/client-dynamodb";

type TableDefinition = Readonly<Omit<CreateTableCommandInput, "TableName">>;

/** A key, or one without an order. */
function keyOf(hash: string, range?: string): NonNullable<TableDefinition["KeySchema"]> {
  const partition = { AttributeName: hash, KeyType: "HASH" } as const;
  return range === undefined ? [partition] : [partition, { AttributeName: range, KeyType: "RANGE" }];
}

const ALL = { ProjectionType: "ALL" } as const;
const including = (...NonKeyAttributes: string[]) => ({ ProjectionType: "INCLUDE", NonKeyAttributes }) as const;

/** A local index of a table whose partition is `pk`. */
function localIndex(sortKey: string, IndexName: string, Projection: LocalSecondaryIndex["Projection"] = ALL) {
  return { IndexName, KeySchema: keyOf("pk", sortKey), Projection } satisfies LocalSecondaryIndex;
}

const byCreatedAt = { ...localIndex("created_at", "by_created_at"), KeySchema: keyOf("user_id", "created_at") };

function pending(...attributes: string[]): GlobalSecondaryIndex {
  const KeySchema = keyOf("pending_partition", "reconcile_at");
  return { IndexName: "pending", KeySchema, Projection: including(...attributes) };
}

/** The same without attributes. */
const pendingKeys: GlobalSecondaryIndex = { ...pending(), Projection: { ProjectionType: "KEYS_ONLY" } };

/** An index of the searched texts of what a user, or everybody, has. */
function search(key: readonly [hash: string, range: string], ...attributes: string[]): GlobalSecondaryIndex {
  return { IndexName: "search", KeySchema: keyOf(...key), Projection: including(...attributes) };
}

/** Users' items in the order of their changes. */
const changes: GlobalSecondaryIndex = {
  IndexName: "changes",
  KeySchema: keyOf("user_id", "updated_at"),
  Projection: including("deleted_at"),
};

function strings(...names: string[]) {
  return names.map((AttributeName) => ({ AttributeName, AttributeType: "S" }) as const);
}

/** The tables as the template describes them, by their names without the stage; a test compares the two. */
export const TABLES = {
  stocks: {
    AttributeDefinitions: strings("user_id", "id", "created_at", "updated_at", "pending_partition", "reconcile_at"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keyOf("user_id", "id"),
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
    KeySchema: keyOf("user_id", "id"),
    LocalSecondaryIndexes: [byCreatedAt],
    GlobalSecondaryIndexes: [
      search(["user_id", "created_at"], "search_own", "search_tags", "search_read", "search_words"),
      changes,
      pending("url", "work_id", "reconcile_rounds"),
      {
        IndexName: "failed_jobs",
        KeySchema: keyOf("failed_partition", "failed_job_id"),
        Projection: including("url", "idempotency_key", "work_id", "failure"),
      },
    ],
  },
  books: {
    AttributeDefinitions: strings("pk", "sk", "first_seen_at", "pending_partition", "reconcile_at"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keyOf("pk", "sk"),
    LocalSecondaryIndexes: [localIndex("first_seen_at", "by_first_seen_at")],
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
    KeySchema: keyOf("pk", "sk"),
    LocalSecondaryIndexes: [
      localIndex("created_at", "by_created_at"),
      localIndex("price_order", "by_price"),
      localIndex("updated_order", "by_updated_at"),
      localIndex("sold_out_at", "by_sold_out_at", including("price")),
    ],
    GlobalSecondaryIndexes: [pendingKeys],
  },
  recommendations: {
    AttributeDefinitions: strings("pk", "sk", "pending_partition", "reconcile_at", "listed_as", "listed_at"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keyOf("pk", "sk"),
    GlobalSecondaryIndexes: [
      pending("target", "announcement", "request_id", "reconcile_rounds"),
      {
        IndexName: "listed",
        KeySchema: keyOf("listed_as", "listed_at"),
        Projection: including("host", "site_key", "first_verified_at", "expires_at"),
      },
    ],
  },
  notices: {
    AttributeDefinitions: strings("pk", "sk", "created_at", "pending_partition", "reconcile_at"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keyOf("pk", "sk"),
    LocalSecondaryIndexes: [localIndex("created_at", "by_created_at")],
    GlobalSecondaryIndexes: [pendingKeys],
  },
  idempotency_keys: {
    AttributeDefinitions: strings("id"),
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keyOf("id"),
  },
} satisfies Readonly<Record<string, TableDefinition>>;
