import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { writeConflict } from "../../shared/http/rejected.ts";
import { conditionalPut } from "../../shared/table/conditional-write.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { CountedEvent, Counts, ReaderEvent, ReaderEventKind, Tally } from "../domain/reader-event.ts";

const RETENTION_SECONDS = 400 * 24 * 3_600;
/** Keys are kept for 72 hours; what tells where their events are outlives them. */
const LATE_RETENTION_SECONDS = 4 * 24 * 3_600;

/**
 * Events so old may be summed up: nobody writes one at their places any more. An invocation that took its time from the
 * clock has ended by `LATE_MS`.
 */
export const SETTLED_MS = 60_000;
const LATE_MS = 30_000;

const MAX_WRITE_ATTEMPTS = 5;
/** Before every place. */
const BEGINNING = "0";

/**
 * What readers did, in table `recommendations`: partition key `pk` = `events`, sort key `sk` = `<time>#<event's id>`, one
 * item an event with recommendation_id, kind and member_id, kept for 400 days; and the tally, `pk` = `tallies`, `sk` =
 * `tally`: what the events up to place `to` come to, `counts` = clicks and subscribers by recommendation.
 *
 * A count is the tally's plus that of the events after it. Events are only ever added behind `to`: one that comes late, as
 * the repetition of a request that died does, gets a later place, which `pk` = `late-events`, `sk` = its id remembers.
 */
export class EventTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Saves an event. Doing it again, however much later, is the same write. */
  async save(event: ReaderEvent, now: Date): Promise<void> {
    const at = isLate(event.at, now) ? await this.#lateAt(event, now) : event.at;
    if (at === null) return;
    const { id, recommendationId, kind, memberId } = event;
    await this.#client.send(
      new PutCommand({
        TableName: this.#name,
        Item: {
          pk: EVENTS,
          sk: placeOf(at, id),
          recommendation_id: recommendationId,
          kind,
          ...(memberId === null ? {} : { member_id: memberId }),
          expires_at: Math.ceil(at.getTime() / 1_000) + RETENTION_SECONDS,
        },
      }),
    );
  }

  /** The events after a place, in the order of their places; read consistently. */
  async *after(place: string): AsyncGenerator<CountedEvent> {
    for await (const { sk, recommendation_id, kind } of itemsOf<EventItem>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND sk > :place",
      ProjectionExpression: "sk, recommendation_id, kind",
      ExpressionAttributeValues: { ":pk": EVENTS, ":place": place },
    })) {
      yield { place: sk, recommendationId: recommendation_id, kind };
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

  /** Replaces the tally. @returns false when it does not end at `from` any more */
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
   * When an event is said to have been that is saved so late that its own place may be summed up already.
   *
   * @returns null when it is saved
   */
  async #lateAt(event: ReaderEvent, now: Date): Promise<Date | null> {
    if (await this.#isThere(event.at, event.id)) return null;
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const moved = await this.#movedTo(event.id);
      if (moved !== null && (await this.#isThere(moved, event.id))) return null;
      // Somebody else may be about to write it there.
      if (moved !== null && !isLate(moved, now)) return moved;
      if (await this.#move(event.id, moved, now)) return now;
    }
    throw writeConflict("event");
  }

  async #isThere(at: Date, id: string): Promise<boolean> {
    const { Item } = await this.#client.send(
      new GetCommand({
        TableName: this.#name,
        Key: { pk: EVENTS, sk: placeOf(at, id) },
        ConsistentRead: true,
        ProjectionExpression: "sk",
      }),
    );
    return Item !== undefined;
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

interface EventItem {
  readonly sk: string;
  readonly recommendation_id: string;
  readonly kind: ReaderEventKind;
}

interface TallyItem {
  readonly to: string;
  readonly counts: Readonly<Record<string, readonly [clicks: number, subscribers: number]>>;
}

const EVENTS = "events";
const LATE_EVENTS = "late-events";
const TALLY = { pk: "tallies", sk: "tally" };

function placeOf(at: Date, id: string): string {
  return `${at.toISOString()}#${id}`;
}

function isLate(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() >= LATE_MS;
}
