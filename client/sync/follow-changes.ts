import type { Clock } from "../clock.ts";
import type { MagpieClient } from "../magpie-client.ts";
import { ApiProblem } from "../magpie-error.ts";
import type { StoredItems } from "./stored-items.ts";
import type { SyncWrite } from "./sync-storage.ts";

/** The API's largest page. */
const PAGE = 200;

/** What a pass over the changes uses. */
export interface ChangesPass {
  readonly client: Pick<MagpieClient, "changes">;
  readonly items: StoredItems;
  readonly clock: Clock;
  /** Stores a write that is made of what is stored. @returns false when there was nothing to be written */
  readonly write: (make: () => SyncWrite | null) => Promise<boolean>;
}

/**
 * Follows the changes from the stored cursor to their end, page by page; each page is stored with its cursor. A cursor that
 * the API rejects begins the pass again, once.
 *
 * @param sum counts the changes that were stored
 * @returns false when another tab or process follows the same storage
 */
export async function followChanges(
  { client, items, clock, write }: ChangesPass,
  sum: { changes: number },
  signal: AbortSignal,
): Promise<boolean> {
  for (let hasBegunAgain = false; ; ) {
    const { cursor, generation } = items.progress;
    try {
      const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
      const requestedAt = items.revision ?? 0;
      const { changes, next_cursor: next, more } = await client.changes.list(query, { signal });
      signal.throwIfAborted();
      let isOvertaken = false;
      const isWritten = await write(() => {
        const { progress } = items;
        if (progress.cursor !== cursor || progress.generation !== generation) return null;
        isOvertaken = items.isOvertaken(changes, requestedAt);
        return isOvertaken ? null : items.pageWrite(changes, next, more ? null : clock.now());
      });
      if (isOvertaken) continue;
      if (!isWritten) return false;
      sum.changes += changes.length;
      if (!more) return true;
    } catch (error) {
      if (cursor === null || hasBegunAgain || !isCursorRejected(error)) throw error;
      hasBegunAgain = true;
      const isWritten = await write(() => (items.progress.generation === generation ? items.beginAgain() : null));
      if (!isWritten) return false;
    }
  }
}

/** Whether the changes must be read from their beginning: the cursor is too old, or of another system or user. */
function isCursorRejected(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === "cursor_expired" || error.code === "invalid_cursor");
}
