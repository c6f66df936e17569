import { createHash } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { CountedEvent, Counts, ReaderEventKind } from "../domain/reader-event.ts";
import type { StoredCounts } from "./stored-counts.ts";
import { countsOf } from "./stored-counts.ts";

/** The partition in which earlier releases saved all events. */
const EVENTS = "events";
/** The number of items in which the events of one second are. */
const SLOTS = 2;
/** Before every position. */
const BEGINNING = "0";
const KINDS = ["clicked", "subscribed"] as const satisfies readonly ReaderEventKind[];

/** After this time an earlier release saves no event in a second. An invocation that has read the clock ends earlier. */
export const SETTLED_MS = 60_000;

/** Events of one item of an earlier release. */
interface EarlierBatch {
  /** The item's position. Positions are in order of time, to the second. */
  readonly position: string;
  readonly events: readonly CountedEvent[];
}

/** The events of a second and slot: for each kind a set of `<recommendation's id> <fingerprint>[ <member's id>]`. */
interface SecondItem extends Readonly<Partial<Record<ReaderEventKind, ReadonlySet<string>>>> {
  readonly sk: string;
}

/** One event, as releases before decision 19 saved it. */
interface SingleItem {
  readonly sk: string;
  readonly recommendation_id: string;
  readonly kind: ReaderEventKind;
}

type EarlierItem = SecondItem | SingleItem;

/** The position before which earlier releases save no event any more: the beginning of a second. */
export function settledEnd(now: Date): string {
  return secondOf(new Date(now.getTime() - SETTLED_MS));
}

/**
 * The events that earlier releases saved, in table `recommendations`: `pk` = `events`, `sk` = `<second>Z#<slot>` or, for a
 * single event, `<time>#<event's id>`; and their tally, `pk` = `tallies`, `sk` = `tally`, with `counts` and `to`. They are
 * only read: the items expire, and the tally stays for an earlier release (docs/decisions/0033-events-in-full-batches.md).
 */
export class EarlierEvents {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Reads the tally of earlier releases, consistently. */
  async tally(): Promise<{ readonly to: string; readonly counts: ReadonlyMap<string, Counts> }> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: { pk: "tallies", sk: "tally" }, ConsistentRead: true }),
    );
    const item = Item as { readonly to: string; readonly counts: StoredCounts } | undefined;
    return { to: item?.to ?? BEGINNING, counts: countsOf(item?.counts) };
  }

  /** The events after a position, in order, each once; read consistently. */
  async *after(position: string): AsyncGenerator<EarlierBatch> {
    let second = "";
    let singles = new Set<string>();
    for await (const item of itemsOf<EarlierItem>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND sk > :position",
      ProjectionExpression: "sk, clicked, subscribed, recommendation_id, kind",
      ExpressionAttributeValues: { ":pk": EVENTS, ":position": position },
    })) {
      if (secondOf(item.sk) !== second) {
        second = secondOf(item.sk);
        singles = new Set();
      }
      if (isSingle(item)) {
        singles.add(fingerprintOfSingle(item));
        yield { position: item.sk, events: [{ recommendationId: item.recommendation_id, kind: item.kind }] };
      } else {
        // An event that two earlier releases saved, each in its own form, is in both items.
        yield { position: item.sk, events: eventsOf(item, singles) };
      }
    }
  }

  /** Whether an event was saved at a time. */
  async has(eventId: string, at: Date): Promise<boolean> {
    const slot = hash(eventId).readUInt8(0) % SLOTS;
    const keys = [`${secondOf(at)}Z#${slot}`, `${at.toISOString()}#${eventId}`].map((sk) => ({ pk: EVENTS, sk }));
    const items = await itemsWithKeys<EarlierItem>(this.#client, this.#name, keys);
    const fingerprint = fingerprintOf(eventId);
    return items.some((item) =>
      isSingle(item)
        ? fingerprintOfSingle(item) === fingerprint
        : KINDS.some((kind) => [...(item[kind] ?? [])].some((entry) => fingerprintIn(entry) === fingerprint)),
    );
  }
}

/** The second of a time or a position: the beginning of the positions of its events. */
function secondOf(at: Date | string): string {
  return (typeof at === "string" ? at : at.toISOString()).slice(0, "2026-11-20T03:00:00".length);
}

function isSingle(item: EarlierItem): item is SingleItem {
  return "kind" in item;
}

/** @param except fingerprints of the events that are left out */
function eventsOf(item: SecondItem, except: ReadonlySet<string>): readonly CountedEvent[] {
  return KINDS.flatMap((kind) =>
    [...(item[kind] ?? [])]
      .filter((entry) => !except.has(fingerprintIn(entry)))
      .map((entry) => ({ recommendationId: entry.slice(0, entry.indexOf(" ")), kind })),
  );
}

function fingerprintIn(entry: string): string {
  return entry.split(" ", 2)[1] ?? "";
}

function fingerprintOfSingle({ sk }: SingleItem): string {
  return fingerprintOf(sk.slice(sk.indexOf("#") + 1));
}

function fingerprintOf(eventId: string): string {
  return hash(eventId).toString("base64url", 1, 13);
}

function hash(eventId: string): Buffer {
  return createHash("sha256").update(eventId).digest();
}
