import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { writeConflict } from "../../shared/http/rejected.ts";
import { conditionalPut } from "../../shared/table/conditional-write.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { Counts, EventBatch, ReaderEvent, Tally } from "../domain/reader-event.ts";
import type { EventItem } from "./event-item.ts";
import {
  batchKey,
  EVENTS,
  entryOf,
  eventsOf,
  fingerprintOfSingle,
  hasEvent,
  isSingle,
  secondOf,
  singleKey,
} from "./event-item.ts";

const RETENTION_SECONDS = 400 * 24 * 3_600;
/** Keys are kept for 72 hours; the positions of late events are kept longer. */
const LATE_RETENTION_SECONDS = 4 * 24 * 3_600;

/**
 * Events of this age may be aggregated: no event is saved in their seconds any more. An invocation that has read the clock
 * ends within `LATE_MS`.
 */
const SETTLED_MS = 60_000;
const LATE_MS = 30_000;

const MAX_WRITE_ATTEMPTS = 5;
/** Before every position. */
const BEGINNING = "0";

/** The position before which no event is saved any more: the beginning of a second. */
export function settledEnd(now: Date): string {
  return secondOf(new Date(now.getTime() - SETTLED_MS));
}

/**
 * The events of readers, in table `recommendations`: partition key `pk` = `events`, sort key `sk` = `<second>Z#<slot>`, one
 * item for the events of a second and slot, kept for 400 days (docs/decisions/0019-events-in-batches.md); and the tally,
 * `pk` = `tallies`, `sk` = `tally`: the counts of the events up to position `to`, `counts` = clicks and subscribers by
 * recommendation.
 *
 * A count is the tally's plus that of the events after it. Events are only added after `to`: a late event, such as the
 * repetition of a request that was killed, is saved at a later time, which `pk` = `late-events`, `sk` = its id records.
 */
export class EventTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Saves an event. Repeating it, at any later time, is the same write. */
  async save(event: ReaderEvent, now: Date): Promise<void> {
    const at = isLate(event.at, now) ? await this.#lateAt(event, now) : event.at;
    if (at === null) return;
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#name,
        Key: batchKey(at, event.id),
        // A set holds what is added twice once, so the write needs no condition.
        UpdateExpression: "ADD #kind :entry SET expires_at = :expires",
        ExpressionAttributeNames: { "#kind": event.kind },
        ExpressionAttributeValues: {
          ":entry": new Set([entryOf(event)]),
          ":expires": Math.floor(at.getTime() / 1_000) + RETENTION_SECONDS,
        },
      }),
    );
  }

  /** The events after a position, in order, each once; read consistently. */
  async *after(place: string): AsyncGenerator<EventBatch> {
    let second = "";
    let singles = new Set<string>();
    for await (const item of itemsOf<EventItem>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND sk > :place",
      ProjectionExpression: "sk, clicked, subscribed, recommendation_id, kind",
      ExpressionAttributeValues: { ":pk": EVENTS, ":place": place },
    })) {
      if (secondOf(item.sk) !== second) {
        second = secondOf(item.sk);
        singles = new Set();
      }
      if (isSingle(item)) {
        singles.add(fingerprintOfSingle(item));
        yield { place: item.sk, events: [{ recommendationId: item.recommendation_id, kind: item.kind }] };
      } else {
        // An event that an earlier release saved, and this one again, stands in both their items.
        yield { place: item.sk, events: eventsOf(item, singles) };
      }
    }
  }

  /** Reads the tally, consistently; an empty one before the first. */
  async tally(): Promise<Tally> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: TALLY, ConsistentRead: true }),
    );
    const item = Item as TallyItem | undefined;
    const counts = Object.entries(item?.counts ?? {}).map(([id, [clicks, subscribers]]): [string, Counts] => [
      id,
      { clicks, subscribers },
    ]);
    return { to: item?.to ?? BEGINNING, counts: new Map(counts) };
  }

  /** Replaces the tally. @returns false when it no longer ends at `from` */
  async replaceTally(from: string, { to, counts }: Tally): Promise<boolean> {
    const item: TallyItem = {
      to,
      counts: Object.fromEntries(
        Array.from(counts, ([id, { clicks, subscribers }]) => [id, [clicks, subscribers] as const]),
      ),
    };
    return conditionalPut(
      this.#client,
      { TableName: this.#name, Key: TALLY },
      {
        Item: item,
        ConditionExpression: from === BEGINNING ? "attribute_not_exists(sk)" : "#to = :from",
        ownWrite: "#to = :to",
        ExpressionAttributeNames: { "#to": "to" },
        ExpressionAttributeValues: { ":from": from, ":to": to },
      },
    );
  }

  /**
   * The time at which a late event is saved, whose own second may already be aggregated.
   *
   * @returns null when it is already saved
   */
  async #lateAt(event: ReaderEvent, now: Date): Promise<Date | null> {
    if (await this.#isSaved(event.at, event.id)) return null;
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const moved = await this.#movedTo(event.id);
      if (moved !== null && (await this.#isSaved(moved, event.id))) return null;
      // Another request may be about to save it there.
      if (moved !== null && !isLate(moved, now)) return moved;
      if (await this.#move(event.id, moved, now)) return now;
    }
    throw writeConflict("event");
  }

  async #isSaved(at: Date, id: string): Promise<boolean> {
    const keys = [batchKey(at, id), singleKey(at, id)];
    const items = await itemsWithKeys<EventItem>(this.#client, this.#name, keys);
    return items.some((item) => hasEvent(item, id));
  }

  async #movedTo(id: string): Promise<Date | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: { pk: LATE_EVENTS, sk: id }, ConsistentRead: true }),
    );
    return Item === undefined ? null : new Date(Item.moved_to);
  }

  async #move(id: string, from: Date | null, to: Date): Promise<boolean> {
    return conditionalPut(
      this.#client,
      { TableName: this.#name, Key: { pk: LATE_EVENTS, sk: id } },
      {
        Item: { moved_to: to.toISOString(), expires_at: Math.ceil(to.getTime() / 1_000) + LATE_RETENTION_SECONDS },
        ConditionExpression: from === null ? "attribute_not_exists(sk)" : "moved_to = :from",
        ownWrite: "moved_to = :to",
        ExpressionAttributeValues: { ":from": from?.toISOString(), ":to": to.toISOString() },
      },
    );
  }
}

interface TallyItem {
  readonly to: string;
  readonly counts: Readonly<Record<string, readonly [clicks: number, subscribers: number]>>;
}

const LATE_EVENTS = "late-events";
const TALLY = { pk: "tallies", sk: "tally" };

function isLate(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() >= LATE_MS;
}
