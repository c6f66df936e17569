import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import { RECONCILE_GRACE_MS } from "../../shared/work/reconcile.ts";
import type { BookmarkTable } from "../tables/bookmark-table.ts";

/** A bookmark is late when its next attempt should have begun, or ended, five minutes ago (seed 2, section 6). */
const LATE_MS = 5 * 60_000;

/**
 * Logs the bookmark that has been late for longest, if one is: an alarm counts the line. Waits between attempts are
 * planned, so that a bookmark is not late during one.
 */
export async function logLateBookmark(bookmarks: BookmarkTable, clock: Clock): Promise<void> {
  // The index is in order of `reconcile_at`, which comes a grace period after the planned moment.
  const [oldest] = await bookmarks.overdue(
    new Date(clock.now().getTime() + clock.wait(RECONCILE_GRACE_MS - LATE_MS)),
    1,
  );
  if (oldest !== undefined) log.warn("bookmark_late", { bookmark_id: oldest.id, rounds: oldest.reconcileRounds });
}
