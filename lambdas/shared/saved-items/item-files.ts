import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { is, isAbsent, isPresent } from "../table/expression.ts";
import { shardOf, shardsOf } from "../table/shards.ts";
import { StoredTable } from "../table/stored-table.ts";
import { STILL_HOLDS } from "../table/update.ts";
import { listOverdueItems, PENDING_ATTRIBUTES, pendingKeys } from "../work/pending-index.ts";
import type { ItemKey } from "./saved-item.ts";
import type { FileAttributes } from "./saved-item-kind.ts";
import type { StoredItem } from "./stored-item.ts";
import { toKey } from "./stored-item.ts";

/** Where files are kept, in a folder for each item. */
export interface FileFolders {
  /** Deletes all files of a folder. */
  empty(folder: string): Promise<void>;
}

/** Files of an item that are kept in two places, in folders of one name. */
export function inBoth(one: FileFolders, other: FileFolders): FileFolders {
  return { empty: async (folder) => void (await Promise.all([one.empty(folder), other.empty(folder)])) };
}

/** How long a deleted item's files are kept, in milliseconds: saving the address again within these days keeps the files. */
const FILES_KEPT_MS = 7 * 24 * 3_600_000;

/** The partitions of index `pending` of the deleted items whose files are still there. */
const DELETED = "deleted";

/** The attribute of a folder that is being emptied: no item has it as its own any more. */
const REMOVED_FOLDER = "removed_folder";

/** The attributes by which reconcile finds a deleted item when its files are to go. */
export function removalKeys(id: string, deletedAt: Date) {
  return pendingKeys(shardOf(DELETED, id), new Date(deletedAt.getTime() + FILES_KEPT_MS).toISOString());
}

/** The files of the deleted items of one kind. */
export class DeletedFiles extends StoredTable {
  readonly #attributes: FileAttributes;
  readonly #folders: FileFolders;

  constructor(client: DynamoDBDocumentClient, table: string, attributes: FileAttributes, folders: FileFolders) {
    super(client, table);
    this.#attributes = attributes;
    this.#folders = folders;
  }

  /** The deleted items whose files are to be removed, the longest overdue first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly ItemKey[]> {
    const items = await listOverdueItems<StoredItem>(this.client, this.table, shardsOf(DELETED), { now, limit });
    return items.map(({ user_id, id }) => ({ userId: user_id, id }));
  }

  /** The folders that an item or a tombstone has. */
  foldersOf(stored: StoredItem): readonly string[] {
    return [stored[this.#attributes.folder], stored[REMOVED_FOLDER]].filter((folder) => typeof folder === "string");
  }

  /** Deletes all files of folders that no item has any more. */
  async empty(folders: readonly string[]): Promise<void> {
    await Promise.all(folders.map((folder) => this.#folders.empty(folder)));
  }

  /**
   * Removes the files of a deleted item. Its folder is taken from it first: an item that is saved again afterwards gets
   * another one, and one that was saved again before keeps its files. Killed at any time, it is completed by a repetition.
   */
  async remove(key: ItemKey): Promise<void> {
    const stored = await this.itemAt<StoredItem>(toKey(key));
    if (stored === null) return;
    const taken = stored[REMOVED_FOLDER];
    if (typeof taken === "string") await this.#folders.empty(taken);
    const folder = stored[this.#attributes.folder];
    if (typeof folder === "string") {
      const isTaken = await this.updateItem(toKey(key), {
        set: { [REMOVED_FOLDER]: folder },
        remove: [this.#attributes.folder, ...this.#attributes.about],
        when: [isPresent("deleted_at"), is(this.#attributes.folder, folder)],
        ownWrite: [isPresent("deleted_at"), is(REMOVED_FOLDER, folder)],
      });
      if (!isTaken) return;
      await this.#folders.empty(folder);
    }
    await this.updateItem(toKey(key), {
      remove: [REMOVED_FOLDER, ...PENDING_ATTRIBUTES],
      // An item that was saved again and deleted again has another folder, which has its own time.
      when: [isPresent("deleted_at"), isAbsent(this.#attributes.folder)],
      ownWrite: STILL_HOLDS,
    });
  }
}
