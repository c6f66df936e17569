import { createHash } from "node:crypto";
import type { CountedEvent, ReaderEvent, ReaderEventKind } from "../domain/reader-event.ts";

/** The partition of all events. */
export const EVENTS = "events";

/**
 * Items that share the events of a second. More make a list with counts read more items; fewer make a write of a busy second
 * cost more, since DynamoDB charges the size of the whole item: with two it is 1.4 KB at 50 events a second.
 */
const SLOTS = 2;

/**
 * The events of a second and slot, `sk` = `<second>Z#<slot>`: for each kind a set of
 * `<recommendation's id> <fingerprint>[ <member's id>]`.
 */
interface BatchItem extends Readonly<Partial<Record<ReaderEventKind, ReadonlySet<string>>>> {
  readonly sk: string;
}

/** One event, `sk` = `<time>#<event's id>`. Earlier releases saved every event so. */
interface SingleItem {
  readonly sk: string;
  readonly recommendation_id: string;
  readonly kind: ReaderEventKind;
}

export type EventItem = BatchItem | SingleItem;

/** The second of a time or a position: the beginning of the positions of its events. */
export function secondOf(at: Date | string): string {
  return (typeof at === "string" ? at : at.toISOString()).slice(0, "2026-11-20T03:00:00".length);
}

/** The key of the item that holds an event of a time. It follows those of the earlier form: `.` comes before `Z`. */
export function batchKey(at: Date, eventId: string) {
  return { pk: EVENTS, sk: `${secondOf(at)}Z#${hash(eventId).readUInt8(0) % SLOTS}` };
}

/** The key of the item that an earlier release has made of an event. */
export function singleKey(at: Date, eventId: string) {
  return { pk: EVENTS, sk: `${at.toISOString()}#${eventId}` };
}

/** Whether an item is one of an earlier release. */
export function isSingle(item: EventItem): item is SingleItem {
  return "kind" in item;
}

/** What tells an event from the others of its second: 96 bits of its id's hash, since a list with counts reads them all. */
export function fingerprintOf(eventId: string): string {
  return hash(eventId).toString("base64url", 1, 13);
}

/** The fingerprint of the event of an earlier release. */
export function fingerprintOfSingle({ sk }: SingleItem): string {
  return fingerprintOf(sk.slice(sk.indexOf("#") + 1));
}

/** What the set of its kind holds of an event. */
export function entryOf({ id, recommendationId, memberId }: ReaderEvent): string {
  return [recommendationId, fingerprintOf(id), ...(memberId === null ? [] : [memberId])].join(" ");
}

/**
 * The events of an item.
 *
 * @param except fingerprints of those that are left out
 */
export function eventsOf(item: BatchItem, except: ReadonlySet<string>): readonly CountedEvent[] {
  return KINDS.flatMap((kind) => {
    const entries = [...(item[kind] ?? [])];
    const left = except.size === 0 ? entries : entries.filter((entry) => !except.has(fingerprintIn(entry)));
    return left.map((entry) => ({ recommendationId: entry.slice(0, entry.indexOf(" ")), kind }));
  });
}

/** Whether an item has an event. */
export function hasEvent(item: EventItem, eventId: string): boolean {
  const fingerprint = fingerprintOf(eventId);
  if (isSingle(item)) return fingerprintOfSingle(item) === fingerprint;
  return KINDS.some((kind) => [...(item[kind] ?? [])].some((entry) => fingerprintIn(entry) === fingerprint));
}

const KINDS = ["clicked", "subscribed"] as const satisfies readonly ReaderEventKind[];

function fingerprintIn(entry: string): string {
  return entry.split(" ", 2)[1] ?? "";
}

function hash(eventId: string): Buffer {
  return createHash("sha256").update(eventId).digest();
}
