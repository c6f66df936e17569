import type { ChangeSource, PresentState } from "../shared/changes/change-index.ts";
import type { Pass } from "./change-cursor.ts";
import type { DeliveredStates } from "./delivered-states.ts";
import type { TypedEntry } from "./merged-entries.ts";
import { MergedEntries } from "./merged-entries.ts";
import type { Change } from "./routes.ts";

/** Entries that one request takes, so that its time is bounded; more than the states that a cursor knows. */
const MOST_ENTRIES = 500;
/** Bytes of changes after which a page ends; a function's answer has at most 6 MB, and an item some tens of KB. */
const MOST_BYTES = 2_000_000;
/** Entries that are taken at once where some were no changes; the keys of one BatchGetItem. */
const BATCH = 100;

type ChangeType = Change["type"];

export type ChangeSources = Readonly<Record<ChangeType, ChangeSource>>;

export interface ChangesPage {
  readonly changes: readonly Change[];
  readonly pass: Pass;
  readonly isEnd: boolean;
}

/**
 * The next page of a pass. An entry is left out if its item has changed since, and has another entry now; if the follower
 * has got its state before; or if it is a tombstone of before a follower's first pass. So a page may hold fewer than `limit`
 * changes, or none, and go on.
 *
 * @param states what the follower has got; the page's changes are added
 * @param horizon the time from which the next pass will read, in epoch milliseconds
 */
export async function readChangesPage(
  userId: string,
  sources: ChangeSources,
  { pass, states, horizon, limit }: { pass: Pass; states: DeliveredStates; horizon: number; limit: number },
): Promise<ChangesPage> {
  const metAgainFrom = new Date(horizon).toISOString();
  const from = pass.from === null ? null : new Date(pass.from).toISOString();
  const merged = new MergedEntries<ChangeType>(userId, sources, from, pass.positions);
  const changes: Change[] = [];
  let taken = 0;
  let bytes = 0;
  const isFull = () => changes.length === limit || bytes >= MOST_BYTES;
  do {
    const room = limit - changes.length;
    const entries = await merged.next(taken === 0 ? room : Math.min(MOST_ENTRIES - taken, Math.max(room, BATCH)));
    const present = await readStates(userId, sources, entries);
    for (const entry of entries) {
      if (isFull()) break;
      merged.take(entry);
      taken += 1;
      const change = changeOf(entry, present[entry.type].get(entry.id));
      if (change === null) continue;
      const isMetAgain = change.changed_at >= metAgainFrom;
      const isKnown = states.meet(change, isMetAgain);
      if (isKnown || (change.deleted && pass.from === null && !isMetAgain)) continue;
      changes.push(change);
      bytes += Buffer.byteLength(JSON.stringify(change));
    }
  } while (!merged.isEnd && !isFull() && taken < MOST_ENTRIES);
  return { changes, pass: { ...pass, positions: merged.positions }, isEnd: merged.isEnd };
}

type PresentStates = Readonly<Record<ChangeType, ReadonlyMap<string, PresentState<unknown>>>>;

async function readStates(
  userId: string,
  sources: ChangeSources,
  entries: readonly TypedEntry<ChangeType>[],
): Promise<PresentStates> {
  const idsOf = (wanted: ChangeType) => entries.filter(({ type }) => type === wanted).map(({ id }) => id);
  const bookmark = await sources.bookmark.readStates(userId, idsOf("bookmark"));
  return { bookmark, stock: await sources.stock.readStates(userId, idsOf("stock")) };
}

/** The change that an entry stands for; null when its item is gone, or has changed since and has another entry. */
function changeOf(entry: TypedEntry<ChangeType>, present: PresentState<unknown> | undefined): Change | null {
  if (present === undefined || present.changedAt !== entry.changedAt) return null;
  const { type, id, changedAt } = entry;
  return { type, id, deleted: present.answer === null, changed_at: changedAt, item: present.answer } as Change;
}
