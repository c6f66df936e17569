import type { Clock } from "../shared/clock.ts";
import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import type { ChangeCursor, Pass } from "./change-cursor.ts";
import { decodeChangeCursor, encodeChangeCursor } from "./change-cursor.ts";
import { DeliveredStates } from "./delivered-states.ts";
import type { ChangeSources } from "./read-changes-page.ts";
import { readChangesPage } from "./read-changes-page.ts";
import type { Change, changesRoutes } from "./routes.ts";

export interface ChangesServices {
  readonly sources: ChangeSources;
  readonly clock: Clock;
  /**
   * By how much a pass overlaps with the one before it, in milliseconds: longer than a writer's time-out, the difference of
   * two clocks and the lag of an index together.
   */
  readonly overlapMs: number;
}

/** Entries of each index that are searched for tombstones when a follower begins. */
const MOST_NEW_TOMBSTONES = 1_000;

const BEGINNING = { bookmark: null, stock: null };

/**
 * A page of the caller's changes.
 *
 * A change may appear in its index behind the place that a follower has reached: its time is taken before it is written, by
 * a clock of its own, and the index lags behind the table. So each pass begins at the beginning of the one before it, less
 * the overlap, and leaves out what was delivered (docs/decisions/0021-changes.md).
 */
export const listChanges: Operation<typeof changesRoutes.listChanges, ChangesServices> = async (
  { caller: { userId }, query: { cursor: text, limit } },
  { sources, clock, overlapMs },
) => {
  // Before anything is read: what is written from now on belongs to the next pass.
  const now = clock.now();
  const cursor = decodeChangeCursor(userId, text, { now, overlapMs });
  const begun = passOf(cursor, now.getTime(), overlapMs);
  const horizon = begun.begunAt - overlapMs;
  const states =
    cursor === null
      ? DeliveredStates.of(await listDeletedSince(horizon, userId, sources))
      : DeliveredStates.decode(cursor.known);
  const { changes, pass, isEnd } = await readChangesPage(userId, sources, { pass: begun, states, horizon, limit });
  const next: ChangeCursor = {
    madeAt: now.getTime(),
    pass: isEnd ? { ...pass, positions: BEGINNING } : pass,
    isOver: isEnd,
    known: isEnd ? states.atEnd : states.inPass,
  };
  return ok({ changes, next_cursor: encodeChangeCursor(userId, next), more: !isEnd });
};

/** The pass that a request continues, or begins. */
function passOf(cursor: ChangeCursor | null, now: number, overlapMs: number): Pass {
  if (cursor === null) return { begunAt: now, from: null, positions: BEGINNING };
  if (!cursor.isOver) return cursor.pass;
  return { begunAt: now, from: cursor.pass.begunAt - overlapMs, positions: BEGINNING };
}

/**
 * Items that were deleted since a time: a new follower does not have them. What was deleted before is left out of its first
 * pass without being known.
 */
async function listDeletedSince(horizon: number, userId: string, sources: ChangeSources): Promise<readonly Change[]> {
  const from = new Date(horizon).toISOString();
  const deletions: Change[] = [];
  for (const type of ["bookmark", "stock"] as const) {
    for (const { id, changedAt } of await sources[type].listTombstones(userId, from, MOST_NEW_TOMBSTONES)) {
      deletions.push({ type, id, deleted: true, changed_at: changedAt, item: null });
    }
  }
  return deletions;
}
