import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { writeConflict } from "../../shared/http/rejected.ts";
import { conditionalPut, conditionalUpdate, updatedItem } from "../../shared/table/conditional-write.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { EventBatch, ReaderEvent, Tally } from "../domain/reader-event.ts";
import type { BatchItem } from "./event-batch.ts";
import {
  BATCHES,
  batchKey,
  batchOf,
  entryOf,
  eventIdIn,
  FULL_BYTES,
  firstBatchOf,
  isFull,
  numberOf,
} from "./event-batch.ts";
import type { StoredCounts } from "./stored-counts.ts";
import { countsOf, storedCounts } from "./stored-counts.ts";

const RETENTION_SECONDS = 400 * 24 * 3_600;
/** Keys are kept for 72 hours; the batches of moved events are kept longer. */
const MOVED_RETENTION_SECONDS = 4 * 24 * 3_600;

const MAX_WRITE_ATTEMPTS = 5;

/**
 * The events of readers, in table `recommendations` (docs/decisions/0033-events-in-full-batches.md):
 *
 * - Batches, `pk` = `event-batches`, numbered without a gap. Events are added to the last one until it is full; a full batch
 *   never changes. They are kept for 400 days.
 * - The tally, `pk` = `tallies`, `sk` = `batches`: `counts` = clicks and subscribers by recommendation, of all events up to
 *   `last_batch`.
 * - The batch of a repeatable event whose first batch was full without it, `pk` = `late-events`, `sk` = the event's id:
 *   `moved_into`.
 *
 * A count is the tally's plus that of the events after it. An event can only be in its first batch or, if that is full
 * without it, in the batch of its record, which changes only when that one is full without the event: so it is saved once.
 */
export class EventTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** An id for a new event, which is first to be saved in the batch to which events are added now. */
  async newId(randomId: string): Promise<string> {
    return eventIdIn(await this.#openBatch(), randomId);
  }

  /**
   * Saves an event. Repeating it, at any later time, has no further effect.
   *
   * @returns the number of the batch that is full by this event; null when none is
   */
  async save(event: ReaderEvent, now: Date): Promise<number | null> {
    let batch = firstBatchOf(event.id);
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const added = await this.#add(batch, event, now);
      if (added !== "refused") return added === "full" ? batch : null;
      // Nothing else saves an event without a key, so that its next batch needs no record.
      batch = event.isRepeatable ? await this.#nextBatch(event.id, batch, now) : await this.#openBatch();
    }
    throw writeConflict("event");
  }

  /** The batches after one, in order; read consistently. Only the last one may not be full. */
  async *after(batch: number): AsyncGenerator<EventBatch> {
    const items = itemsOf<BatchItem>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND sk > :sk",
      ProjectionExpression: "sk, used_bytes, entries",
      ExpressionAttributeValues: { ":pk": BATCHES, ":sk": batchKey(batch).sk },
    });
    for await (const item of items) yield batchOf(item);
  }

  /**
   * Declares the last batch full, unless it is empty, and stores an empty one after it, which has no expiry: so the last
   * batch never expires, however long there is no event, and no number is used again. If it is interrupted, or a request
   * stores the next batch first, the next call does what is left.
   */
  async turnOver(): Promise<void> {
    const last = await this.#lastBatch();
    if (last === undefined || last.used_bytes === 0) return;
    const batch = numberOf(last);
    const where = { TableName: this.#name, Key: batchKey(batch) };
    await conditionalUpdate(this.#client, where, {
      UpdateExpression: "SET used_bytes = :full",
      ConditionExpression: "used_bytes < :full",
      ownWrite: "used_bytes = :full",
      ExpressionAttributeValues: { ":full": FULL_BYTES },
    });
    const next = { TableName: this.#name, Key: batchKey(batch + 1) };
    await conditionalPut(this.#client, next, {
      Item: { used_bytes: 0 },
      ConditionExpression: "attribute_not_exists(sk)",
      ownWrite: "attribute_exists(sk)",
    });
  }

  /** Reads the tally, consistently. */
  async tally(): Promise<Tally> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: TALLY, ConsistentRead: true }),
    );
    const { last_batch: batch, counts } = (Item ?? { last_batch: 0, counts: {} }) as TallyItem;
    return { batch, counts: countsOf(counts) };
  }

  /** Replaces the tally. @returns false when it is no longer `from` */
  async replaceTally(from: Tally, { batch, counts }: Tally): Promise<boolean> {
    const item: TallyItem = { last_batch: batch, counts: storedCounts(counts) };
    return conditionalPut(
      this.#client,
      { TableName: this.#name, Key: TALLY },
      {
        Item: item,
        ConditionExpression: "attribute_not_exists(sk) OR last_batch = :batch",
        ownWrite: "last_batch = :ownBatch",
        ExpressionAttributeValues: { ":batch": from.batch, ":ownBatch": batch },
      },
    );
  }

  /** @returns "refused" when the batch is full without the event, and never has it */
  async #add(batch: number, event: ReaderEvent, now: Date): Promise<"added" | "full" | "refused"> {
    const entry = entryOf(event);
    const where = { TableName: this.#name, Key: batchKey(batch) };
    const item = await updatedItem<BatchItem>(this.#client, where, {
      UpdateExpression: "ADD entries :entries, used_bytes :bytes SET expires_at = :expires",
      ConditionExpression: "attribute_not_exists(used_bytes) OR (used_bytes < :full AND NOT contains(entries, :entry))",
      ownWrite: "contains(entries, :entry)",
      ExpressionAttributeValues: {
        ":entries": new Set([entry]),
        ":entry": entry,
        ":bytes": Buffer.byteLength(entry),
        ":full": FULL_BYTES,
        ":expires": Math.floor(now.getTime() / 1_000) + RETENTION_SECONDS,
      },
    });
    if (item !== null) return isFull(item) ? "full" : "added";
    if (!event.isRepeatable) return "refused";
    const { Item } = await this.#client.send(new GetCommand({ ...where, ConsistentRead: true }));
    return (Item as BatchItem | undefined)?.entries?.has(entry) === true ? "added" : "refused";
  }

  /** The batch to which events are added now; it may not be stored yet. */
  async #openBatch(): Promise<number> {
    const last = await this.#lastBatch();
    if (last === undefined) return 1;
    return isFull(last) ? numberOf(last) + 1 : numberOf(last);
  }

  async #lastBatch(): Promise<Pick<BatchItem, "sk" | "used_bytes"> | undefined> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#name,
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: 1,
        KeyConditionExpression: "pk = :pk",
        ProjectionExpression: "sk, used_bytes",
        ExpressionAttributeValues: { ":pk": BATCHES },
      }),
    );
    return Items[0] as BatchItem | undefined;
  }

  /**
   * The batch in which a repeatable event is to be saved next: the same for all requests that save it.
   *
   * @param full the batch that is full without the event
   */
  async #nextBatch(eventId: string, full: number, now: Date): Promise<number> {
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const moved = await this.#moved(eventId);
      if (moved !== undefined && moved.moved_into !== full) return moved.moved_into;
      const open = await this.#openBatch();
      if (await this.#move(eventId, moved, open, now)) return open;
    }
    throw writeConflict("event");
  }

  async #moved(eventId: string): Promise<MovedItem | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: { pk: LATE_EVENTS, sk: eventId }, ConsistentRead: true }),
    );
    return Item as MovedItem | undefined;
  }

  async #move(eventId: string, from: MovedItem | undefined, batch: number, now: Date): Promise<boolean> {
    return conditionalPut(
      this.#client,
      { TableName: this.#name, Key: { pk: LATE_EVENTS, sk: eventId } },
      {
        Item: { moved_into: batch, expires_at: Math.ceil(now.getTime() / 1_000) + MOVED_RETENTION_SECONDS },
        ConditionExpression: from === undefined ? "attribute_not_exists(sk)" : "moved_into = :from",
        ownWrite: "moved_into = :batch",
        ExpressionAttributeValues: { ":from": from?.moved_into, ":batch": batch },
      },
    );
  }
}

interface TallyItem {
  readonly last_batch: number;
  readonly counts: StoredCounts;
}

interface MovedItem {
  readonly moved_into: number;
}

const LATE_EVENTS = "late-events";
const TALLY = { pk: "tallies", sk: "batches" };
