import { createHash } from "node:crypto";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { isPresent } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { STILL_HOLDS } from "../../shared/table/update.ts";
import type { SellingStatus } from "../domain/crawl-result.ts";
import type { LastSeen, WatchEntry } from "../domain/watch-list.ts";
import { removePartition } from "./partition.ts";

/**
 * The number of items for one product's watched rows: with 12,000 rows, each item is well under 50 KB, and each KB is a
 * write unit.
 */
const SHARDS = 16;
/** Precedes an external id in an attribute's name, to distinguish it from the keys. */
const PREFIX = "@";
/** Rows in one update: its expression may have 4 KB. */
const BATCH = 200;

/** Beginning of the sort keys of the items with the listings that the last complete crawl saw. */
const SEEN = "seen#";
/** External ids in one of these items: with the longest ids it is under 50 KB. */
const SEEN_BATCH = 2_000;

/**
 * A row as it is stored: when it is due, price, status, when it was last seen on sale (0: unknown), whether its page has
 * stated the deletion (1). The name of the attribute is the row's external id.
 */
type WatchValue = readonly [number, number, SellingStatus, number?, number?];

/**
 * A part of the listings that the last complete crawl saw. The external ids are one text, which takes a third of a list's
 * size.
 */
interface SeenItem {
  readonly sk: string;
  readonly at: number;
  /** The number of parts: further parts are left from a crawl that saw more. */
  readonly parts: number;
  readonly external_ids: string;
}

export interface WatchList {
  readonly entries: readonly WatchEntry[];
  /** Null before the first complete crawl. */
  readonly lastSeen: LastSeen | null;
}

/**
 * The watched rows of table `mercari`: partition key `pk` = `watch#<product's id>`, sort key `sk` = `0` to `15`, by a hash
 * of the external id. Each row is one attribute `@<external id>` of its item, so that a write of one row changes no other.
 * It is a projection: a missing row is added by the next crawl that sees it, an unnecessary one is removed by its detail
 * check. Sort keys from `seen#0` on: the external ids that the last complete crawl saw on sale, and the time of that
 * crawl.
 */
export class WatchTable extends StoredTable {
  /** Every watched row of a product, in no order; read consistently. */
  async listAll(productId: string): Promise<readonly WatchEntry[]> {
    return (await this.read(productId)).entries;
  }

  /**
   * Every watched row of a product, and the listings that its last complete crawl saw; read consistently, with one query.
   */
  async read(productId: string): Promise<WatchList> {
    const watched: WatchEntry[] = [];
    const seen: SeenItem[] = [];
    const shards = this.itemsOfPartition<Record<string, unknown>>(watchOf(productId));
    for await (const shard of shards) {
      if (String(shard.sk).startsWith(SEEN)) seen.push(shard as unknown as SeenItem);
      for (const [name, value] of Object.entries(shard)) {
        if (name.startsWith(PREFIX)) watched.push(toWatched(name, value as WatchValue));
      }
    }
    return { entries: watched, lastSeen: lastSeenOf(seen) };
  }

  /** One watched row; null if it is not watched. It may be a second old: eventually consistent, at half the price. */
  async get(productId: string, externalId: string): Promise<WatchEntry | null> {
    const name = PREFIX + externalId;
    const { Item } = await this.client.send(
      new GetCommand({
        ...this.at(toKey(productId, shardOf(externalId))),
        ProjectionExpression: "#row",
        ExpressionAttributeNames: { "#row": name },
      }),
    );
    return Item?.[name] === undefined ? null : toWatched(name, Item[name] as WatchValue);
  }

  /**
   * Replaces the listings that the last complete crawl saw. After a crash in between, parts of two crawls are mixed until
   * the next one.
   */
  async setSeen(productId: string, { at, externalIds }: LastSeen): Promise<void> {
    const ids = [...externalIds];
    const parts = Math.max(1, Math.ceil(ids.length / SEEN_BATCH));
    for (let part = 0; part < parts; part += 1) {
      await this.client.send(
        new PutCommand({
          TableName: this.table,
          Item: {
            pk: watchOf(productId),
            sk: SEEN + part,
            at,
            parts,
            external_ids: ids.slice(part * SEEN_BATCH, (part + 1) * SEEN_BATCH).join(" "),
          },
        }),
      );
    }
  }

  /** Adds rows to the watch list, or replaces them. */
  async set(productId: string, watched: readonly WatchEntry[]): Promise<void> {
    // Of two entries for one row the last one counts: an update can't name an attribute twice.
    const values = new Map(watched.map((row) => [row.externalId, toValue(row)]));
    for (const { shard, externalIds } of batches(values.keys())) {
      const set = Object.fromEntries(externalIds.map((id) => [PREFIX + id, values.get(id)]));
      await this.updateItem(toKey(productId, shard), { set, when: [], ownWrite: STILL_HOLDS });
    }
  }

  async remove(productId: string, externalIds: readonly string[]): Promise<void> {
    for (const { shard, externalIds: those } of batches(new Set(externalIds))) {
      await this.updateItem(toKey(productId, shard), {
        remove: those.map((id) => PREFIX + id),
        // An update would create a missing item.
        when: [isPresent("sk")],
        ownWrite: STILL_HOLDS,
      });
    }
  }

  async removeAll(productId: string): Promise<void> {
    await removePartition(this.client, this.table, watchOf(productId));
  }
}

function watchOf(productId: string): string {
  return `watch#${productId}`;
}

function toKey(productId: string, shard: string) {
  return { pk: watchOf(productId), sk: shard };
}

function shardOf(externalId: string): string {
  return String(createHash("sha256").update(externalId).digest().readUInt8(0) % SHARDS);
}

/** External ids grouped by their item, in groups that fit into one update. */
function batches(externalIds: Iterable<string>): readonly { shard: string; externalIds: readonly string[] }[] {
  const shards = new Map<string, string[]>();
  for (const externalId of externalIds) {
    const shard = shardOf(externalId);
    const those = shards.get(shard);
    if (those === undefined) shards.set(shard, [externalId]);
    else those.push(externalId);
  }
  return Array.from(shards).flatMap(([shard, all]) =>
    Array.from({ length: Math.ceil(all.length / BATCH) }, (_, batch) => ({
      shard,
      externalIds: all.slice(batch * BATCH, (batch + 1) * BATCH),
    })),
  );
}

function toValue({ dueAt, price, sellingStatus, seenAt, isGone }: WatchEntry): WatchValue {
  if (isGone) return [dueAt, price, sellingStatus, seenAt ?? 0, 1];
  return seenAt === undefined ? [dueAt, price, sellingStatus] : [dueAt, price, sellingStatus, seenAt];
}

function toWatched(name: string, [dueAt, price, sellingStatus, seenAt = 0, gone = 0]: WatchValue): WatchEntry {
  return {
    externalId: name.slice(PREFIX.length),
    dueAt,
    price,
    sellingStatus,
    ...(seenAt === 0 ? {} : { seenAt }),
    ...(gone === 0 ? {} : { isGone: true }),
  };
}

function lastSeenOf(items: readonly SeenItem[]): LastSeen | null {
  const first = items.find(({ sk }) => sk === `${SEEN}0`);
  if (first === undefined) return null;
  const current = items.filter(({ sk }) => Number(sk.slice(SEEN.length)) < first.parts);
  const externalIds = current.flatMap(({ external_ids }) => external_ids.split(" ").filter((id) => id !== ""));
  return { at: first.at, externalIds: new Set(externalIds) };
}
