import { createHash } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { conditionalUpdate, STILL_HOLDS } from "../../shared/table/conditional-write.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { SellingStatus } from "../domain/crawl-result.ts";
import type { WatchEntry } from "../domain/watch-list.ts";
import { removePartition } from "./partition.ts";

/** Items that hold one product's watched rows: with 12,000 rows each is well under 50 KB, and each KB is a write unit. */
const SHARDS = 16;
/** Before an external id in an attribute's name, to tell it from the keys. */
const PREFIX = "@";
/** Rows in one update: its expression may have 4 KB. */
const BATCH = 200;

/** A row as it is kept: when it is due, price, status. Its external id is the attribute's name. */
type WatchValue = readonly [number, number, SellingStatus];

/**
 * The watched rows of table `mercari`: partition key `pk` = `watch#<product's id>`, sort key `sk` = `0` to `15`, which
 * follows from a hash of the external id. Each row is one attribute `@<external id>` of its item: a write of one row touches
 * no other. It is a copy: a row that it lacks is put back by the next crawl that sees it, one too many goes with its page.
 */
export class WatchTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Every watched row of a product, in no order; read consistently. */
  async all(productId: string): Promise<readonly WatchEntry[]> {
    const watched: WatchEntry[] = [];
    for await (const shard of itemsOf<Record<string, unknown>>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": watchOf(productId) },
    })) {
      for (const [name, value] of Object.entries(shard)) {
        if (name.startsWith(PREFIX)) watched.push(toWatched(name, value as WatchValue));
      }
    }
    return watched;
  }

  /** Watches rows, or watches them as they are now. */
  async set(productId: string, watched: readonly WatchEntry[]): Promise<void> {
    // Of two of one row the last counts: an update can't name an attribute twice.
    const byId = new Map(watched.map((row) => [row.externalId, row]));
    for (const { shard, externalIds } of batches(byId.keys())) {
      const values = externalIds.flatMap((externalId, index) => {
        const row = byId.get(externalId);
        return row === undefined ? [] : [[`:${index}`, toValue(row)] as const];
      });
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#name,
          Key: { pk: watchOf(productId), sk: shard },
          UpdateExpression: `SET ${externalIds.map((_, index) => `#${index}=:${index}`).join(",")}`,
          ExpressionAttributeNames: aliases(externalIds),
          ExpressionAttributeValues: Object.fromEntries(values),
        }),
      );
    }
  }

  /** Watches rows no more. */
  async remove(productId: string, externalIds: readonly string[]): Promise<void> {
    for (const { shard, externalIds: those } of batches(new Set(externalIds))) {
      await conditionalUpdate(
        this.#client,
        { TableName: this.#name, Key: { pk: watchOf(productId), sk: shard } },
        {
          UpdateExpression: `REMOVE ${those.map((_, index) => `#${index}`).join(",")}`,
          // An update makes an item that is not there.
          ConditionExpression: "attribute_exists(sk)",
          ownWrite: STILL_HOLDS,
          ExpressionAttributeNames: aliases(those),
        },
      );
    }
  }

  /** Forgets every watched row of a product. */
  async removeAll(productId: string): Promise<void> {
    await removePartition(this.#client, this.#name, watchOf(productId));
  }
}

function watchOf(productId: string): string {
  return `watch#${productId}`;
}

function shardOf(externalId: string): string {
  return String(createHash("sha256").update(externalId).digest().readUInt8(0) % SHARDS);
}

/** External ids by the item that they belong to, as many as one update takes. */
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

function aliases(externalIds: readonly string[]): Record<string, string> {
  return Object.fromEntries(externalIds.map((externalId, index) => [`#${index}`, PREFIX + externalId]));
}

function toValue({ dueAt, price, sellingStatus }: WatchEntry): WatchValue {
  return [dueAt, price, sellingStatus];
}

function toWatched(name: string, [dueAt, price, sellingStatus]: WatchValue): WatchEntry {
  return { externalId: name.slice(PREFIX.length), dueAt, price, sellingStatus };
}
