import { isPresent } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { STILL_HOLDS } from "../../shared/table/update.ts";
import { enterUpTo } from "../../shared/table/window-count.ts";
import { leaseAt } from "../../shared/work/lease.ts";
import type { TablePlace } from "./unchecked-bookmarks.ts";
import { enterUnchecked } from "./unchecked-bookmarks.ts";

const RUNS = "page-checks";
const LEASE = leaseAt();
const DAY_SECONDS = 24 * 3_600;
/** For so long after its month, a notice can be made of the pages that are gone. */
const MONTH_KEPT_SECONDS = 100 * DAY_SECONDS;
/** The pages of a month that are counted, by their ids: an item has at most 400 KB. */
export const MOST_COUNTED = 1_000;

/** How far the runs have come in giving the bookmarks of the last release their first check. */
export interface Progress {
  readonly after: TablePlace | null;
  readonly done: boolean;
}

interface MonthItem {
  readonly ids: ReadonlySet<string>;
  readonly noticed?: boolean;
}

/**
 * What the checks of pages need beside the bookmarks, in table `bookmarks`: partition key `user_id` = `page-checks`, with the
 * lease of the run (`id` = `run`), with its progress (`entered`), and, for each UTC month, the ids of the bookmarks whose pages are gone since its checks
 * (`id` = the month, with `ids`, `noticed` and `expires_at`).
 */
export class PageCheckTable extends StoredTable {
  /** Takes the lease of the run. @returns how far the runs have come; null while another run has the lease */
  async take(lease: { readonly holder: string; readonly now: Date; readonly until: Date }): Promise<Progress | null> {
    const run = await this.updateAndGet<{ entered?: Progress }>(toKey("run"), LEASE.take(lease));
    return run && (run.entered ?? { after: null, done: false });
  }

  /** Releases the lease, if it was not taken over. @param entered how far the run has come; undefined if not further */
  async release(holder: string, entered?: Progress): Promise<void> {
    await this.updateItem(toKey("run"), LEASE.release(holder, { set: { entered } }));
  }

  /** Gives a page of the last release's bookmarks their first check. @param dueAt makes its time */
  async enter({ after }: Progress, dueAt: () => Date): Promise<Progress> {
    const next = await enterUnchecked(this.client, this.table, after, dueAt);
    return { after: next, done: next === null };
  }

  /** Counts a bookmark among those whose pages are gone since the month's checks; each counts once. */
  async countGone(id: string, now: Date): Promise<void> {
    const expiresAt = Math.ceil(now.getTime() / 1_000) + MONTH_KEPT_SECONDS;
    const window = { ...this.at(toKey(monthOf(now))), expiresAt };
    await enterUpTo(this.client, window, { set: "ids", id, most: MOST_COUNTED });
  }

  /** How many bookmarks were counted in a month of which no notice was made yet, at most `MOST_COUNTED`. */
  async countedIn(month: string): Promise<number> {
    const item = await this.itemAt<MonthItem>(toKey(month));
    return item === null || item.noticed === true ? 0 : item.ids.size;
  }

  /** Notes that the notice of a month was made. */
  async setNoticed(month: string): Promise<void> {
    const update = { set: { noticed: true }, when: [isPresent("ids")], ownWrite: STILL_HOLDS } as const;
    await this.updateItem(toKey(month), update);
  }
}

function toKey(id: string) {
  return { user_id: RUNS, id };
}

/** The UTC month of a time, such as `2026-05`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, "2026-05".length);
}
