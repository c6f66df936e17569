import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { itemsWithKeys } from "../table/table-batch.ts";

/**
 * Index `changes` of a table of users' items: partition key `user_id`, sort key `updated_at`, with the key of the item
 * and `deleted_at`. Every write that a user can see sets `updated_at`, also a write in the background; in a tombstone
 * it is the time of the deletion.
 */
const CHANGES = "changes";

/** The attributes that every item of such a table has, a tombstone too. */
interface ChangedItem {
  readonly user_id: string;
  readonly id: string;
  readonly updated_at: string;
  /** Of a tombstone. */
  readonly deleted_at?: string;
}

/** The place of an entry in the index of one user. */
export interface EntryPosition {
  /** ISO 8601 UTC. */
  readonly changedAt: string;
  readonly id: string;
}

/** An entry of the index: an item, and when it was changed last. It may be older than the item. */
export interface ChangeEntry extends EntryPosition {
  readonly isDeleted: boolean;
}

/** Which entries of a user are read, the oldest change first. */
export interface EntryRange {
  /** The earliest time of a change, ISO 8601 UTC; null for all. */
  readonly from: string | null;
  /** The entry before the first one that is read; null for the beginning. */
  readonly after: EntryPosition | null;
  readonly limit: number;
}

/** The present state of a saved item, or of its tombstone. */
export interface PresentState<Answer> {
  readonly changedAt: string;
  /** As the item's own route answers it; null when it is deleted. */
  readonly answer: Answer | null;
}

/** The items of one type whose changes are followed. */
export interface ChangeSource<Answer = unknown> {
  /** Entries of the index, which is eventually consistent; `isEnd` when no more follow at this moment. */
  listEntries(userId: string, range: EntryRange): Promise<{ readonly entries: readonly ChangeEntry[]; isEnd: boolean }>;
  /** The entries of tombstones among the first `limit` entries from a time on. */
  listTombstones(userId: string, from: string, limit: number): Promise<readonly ChangeEntry[]>;
  /** The items with these ids by their ids, read consistently; an id without item and tombstone is left out. */
  readStates(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PresentState<Answer>>>;
}

/** The items of a table with index `changes`. @param toAnswer makes the answer of the item's own route */
export function changeSource<Item extends object, Answer>(
  client: DynamoDBDocumentClient,
  table: string,
  toAnswer: (item: Item) => Answer,
): ChangeSource<Answer> {
  async function query(userId: string, { from, after, limit }: EntryRange, filter: object) {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: CHANGES,
        KeyConditionExpression: `user_id = :user_id${from === null ? "" : " AND updated_at >= :from"}`,
        ExpressionAttributeValues: { ":user_id": userId, ...(from === null ? {} : { ":from": from }) },
        Limit: limit,
        ...(after === null
          ? {}
          : { ExclusiveStartKey: { user_id: userId, updated_at: after.changedAt, id: after.id } }),
        ...filter,
      }),
    );
    return { entries: (Items as ChangedItem[]).map(toEntry), isEnd: LastEvaluatedKey === undefined };
  }

  return {
    listEntries: (userId, range) => query(userId, range, {}),
    async listTombstones(userId, from, limit) {
      const filter = { FilterExpression: "attribute_exists(deleted_at)" };
      return (await query(userId, { from, after: null, limit }, filter)).entries;
    },
    async readStates(userId, ids) {
      const keys = [...new Set(ids)].map((id) => ({ user_id: userId, id }));
      const items = await itemsWithKeys<ChangedItem & Item>(client, table, keys);
      return new Map(
        items.map((item) => [
          item.id,
          { changedAt: item.updated_at, answer: item.deleted_at === undefined ? toAnswer(item) : null },
        ]),
      );
    },
  };
}

function toEntry({ id, updated_at, deleted_at }: ChangedItem): ChangeEntry {
  return { id, changedAt: updated_at, isDeleted: deleted_at !== undefined };
}
