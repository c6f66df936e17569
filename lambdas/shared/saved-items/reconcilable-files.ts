import type { Clock } from "../clock.ts";
import type { OverdueWorkItem, Reconcilable } from "../work/reconcile.ts";
import type { DeletedFiles } from "./item-files.ts";
import type { ItemKey } from "./saved-item.ts";

interface DeletedItem extends OverdueWorkItem {
  readonly key: ItemKey;
}

/**
 * The files of items that were deleted some days ago. They are never given up: what is not deleted now is deleted by a later
 * run.
 *
 * @param name what the log calls these files
 */
export function reconcilableFiles(name: string, files: DeletedFiles, clock: Clock): Reconcilable<DeletedItem> {
  return {
    name,
    queue: null,
    async overdue(limit) {
      const keys = await files.overdue(clock.now(), limit);
      const never = { rounds: 0, postpone: async () => undefined, giveUp: async () => undefined };
      return keys.map((key) => ({ key, ...never }));
    },
    async send(items) {
      const ends = await Promise.allSettled(items.map(({ key }) => files.remove(key)));
      const failed = ends.filter((end) => end.status === "rejected");
      return { unsent: items.filter((_, at) => ends[at]?.status === "rejected"), error: failed[0]?.reason ?? null };
    },
  };
}
