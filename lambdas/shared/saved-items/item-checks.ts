import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { is } from "../table/expression.ts";
import { StoredTable } from "../table/stored-table.ts";
import { move } from "../table/transitions.ts";
import { CHECK_PARTITIONS, checkPartition, pendingKeys } from "../work/pending-index.ts";
import type { OverdueItem } from "./overdue-items.ts";
import { overdueItems } from "./overdue-items.ts";
import type { ItemTypes, SavedItemKind } from "./saved-item-kind.ts";
import { changedInBackground, toAttributes, toKey } from "./stored-item.ts";

export class ItemChecks<T extends ItemTypes> extends StoredTable {
  readonly #kind: SavedItemKind<T>;

  constructor(client: DynamoDBDocumentClient, name: string, kind: SavedItemKind<T>) {
    super(client, name);
    this.#kind = kind;
  }

  /** The items whose next check is due, those that are due for the longest time first, at most `limit`. */
  async due(now: Date, limit: number): Promise<readonly OverdueItem<T>[]> {
    return overdueItems(this.client, this.table, this.#kind, CHECK_PARTITIONS, { now, limit });
  }

  /**
   * Ends a check: stores what it found, and when the next one is due. The followers of changes get what answers show, but it
   * is no change by the user: `updatedAt` stays.
   *
   * @param read the item as it was read: without effect if that check is over, or newer work was requested
   * @param shownSince the time of the check, if answers show since then what it found; else null
   */
  async end(
    read: T["item"],
    name: T["move"],
    facts: Partial<T["item"]>,
    { shownSince, nextAt }: { readonly shownSince: Date | null; readonly nextAt: Date },
  ): Promise<boolean> {
    const due = pendingKeys(checkPartition(read.id), nextAt.toISOString());
    const times = shownSince === null ? {} : changedInBackground(shownSince.toISOString());
    return this.updateItem(
      toKey(read),
      move(this.#kind.transitions, name, {
        set: { ...toAttributes(this.#kind, facts), ...due, ...times },
        // Every request for work, and its end, sets another time.
        when: [is("reconcile_at", read.reconcileAt)],
        ownWrite: [is("reconcile_at", due.reconcile_at)],
      }),
    );
  }
}
