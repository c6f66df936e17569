import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { tombstone } from "../changes/tombstone.ts";
import { derivedId } from "../derived-id.ts";
import type { Position } from "../http/pagination.ts";
import type { DeletedPage, MovedPage, PersonalData } from "../personal-data.ts";
import type { Condition } from "../table/expression.ts";
import { is, isAbsent, isPresent } from "../table/expression.ts";
import { StoredTable } from "../table/stored-table.ts";
import { deleteKeys } from "../table/table-batch.ts";
import { queriedPage } from "../table/table-query.ts";
import { STILL_HOLDS } from "../table/update.ts";
import type { DeletedFiles } from "./item-files.ts";
import type { ItemTypes, SavedItemKind } from "./saved-item-kind.ts";
import { SavedItemTable } from "./saved-item-table.ts";
import type { StoredItem } from "./stored-item.ts";
import { shownUpdatedAt } from "./stored-item.ts";
import { holdsWritten } from "./user-fields.ts";

/**
 * Items that one page deletes, whose folders are emptied at the same time, in two buckets: a client of AWS has fifty sockets,
 * and a call that waits a second for one fails.
 */
const DELETED_AT_ONCE = 25;
/** Items that one page moves, all at the same time: each takes a read and three writes. */
const MOVED_AT_ONCE = 25;

/**
 * The marks that a move leaves. At the old user, `move_id` and `moving_to`, the id that the item has at the new one; its
 * tombstone keeps both. At the new user, the same `move_id` names the copy; `moved_at` is the `updated_at` that it was written
 * with, so that nobody has changed it while it shows that time; `moved_version` is the `updated_at` of what it is a copy of. Its
 * tombstone keeps all three.
 */
interface MoveMarks {
  readonly move_id?: string;
  readonly moving_to?: string;
  readonly moved_at?: string;
  readonly moved_version?: string;
}

type Stored = StoredItem & MoveMarks & { readonly aliases?: readonly string[] };

/** The attributes that change without a change that a user sees; see `SavedItemTable.postponeReconcile`. */
const RECONCILE_ATTRIBUTES = ["pending_partition", "reconcile_at", "reconcile_rounds"];

/** The outcome of the move of one item; that of a tombstone is not counted. */
type Moved = "moved" | "changed" | "kept" | "ended";

/**
 * All items of one kind that a user has, their tombstones too, with all indexes (docs/decisions/0037-people.md).
 *
 * An item is moved by three writes, and each has a condition that names what it expects: the old item is marked, the new one
 * is written, and the old one is deleted if it is as it was read. Killed between two of them, the next pass completes the move.
 * The tombstones of what was merged into it are written anew from its `aliases`, since their ids are derived from the user, too.
 */
export class PersonalItems<T extends ItemTypes> extends StoredTable implements PersonalData {
  readonly name: string;
  readonly #kind: SavedItemKind<T>;
  readonly #files: DeletedFiles;

  constructor(client: DynamoDBDocumentClient, table: string, kind: SavedItemKind<T>, files: DeletedFiles) {
    super(client, table);
    this.name = kind.plural;
    this.#kind = kind;
    this.#files = files;
  }

  /** A worker's message about an item that is gone has no effect: each of its writes expects the item. */
  deletePage = async (userId: string, position: Position | null): Promise<DeletedPage> => {
    const { items, last } = await this.#page(userId, position, DELETED_AT_ONCE);
    const keys = items.map(keyOf);
    const folders = items.flatMap((item) => this.#files.foldersOf(item));
    await this.#files.empty(folders);
    await deleteKeys(this.client, this.table, keys);
    // A worker may have stored a file since: one that comes later finds no item, and deletes its file itself.
    await this.#files.empty(folders);
    return { deleted: items.filter((item) => !isTombstone(item)).length, position: last };
  };

  movePage = async (
    { from, to }: { readonly from: string; readonly to: string },
    position: Position | null,
    now: Date,
  ): Promise<MovedPage> => {
    const { items, last } = await this.#page(from, position, MOVED_AT_ONCE);
    const ends = await Promise.all(
      items.map(async (item) => {
        const end = isTombstone(item) ? await this.#end(item, to, now) : await this.#move(item, to, now);
        return { end, url: String(item.canonical_url) };
      }),
    );
    return {
      moved: ends.filter(({ end }) => end === "moved").length,
      changed: ends.filter(({ end }) => end === "changed").length,
      kept: ends.filter(({ end }) => end === "kept").map(({ url }) => url),
      position: last,
    };
  };

  async #page(userId: string, position: Position | null, limit: number) {
    const { items, last } = await queriedPage<Stored>(
      this.client,
      {
        TableName: this.table,
        ConsistentRead: true,
        KeyConditionExpression: "user_id = :user",
        ExpressionAttributeValues: { ":user": userId },
      },
      limit,
      position === null ? undefined : { user_id: userId, ...position },
    );
    return { items, last: last === null ? null : { id: last.id } };
  }

  async #move(item: Stored, to: string, now: Date): Promise<Moved> {
    const id = derivedId(to, String(item.canonical_url));
    const read = await this.#mark(item, to, id, now);
    if (read === null) return "changed";
    const there = await this.itemAt<Stored>({ user_id: to, id });
    const isOtherFile = there !== null && !this.#sharesFolder(read, there);
    if (there === null || mayReplace(read, there)) {
      if (isOtherFile) await this.#files.remove({ userId: to, id });
      if (!(await this.#copy(read, { userId: to, id }, there, now))) return "changed";
    } else if (!isSameVersion(read, there) && !holdsWritten(this.#kind.userFields, there, read)) {
      return "kept";
    } else if (isOtherFile) {
      // The files that are deleted with this item are of the same page as those of the new user.
      await this.#files.empty(this.#files.foldersOf(read));
    }
    await this.#copyAliases(read, { userId: to, id }, now);
    return (await this.deleteItem(keyOf(read), this.#isUnchanged(read))) ? "moved" : "changed";
  }

  /** Marks an item before there is a copy of it. @returns the marked item; null when it has changed since it was read */
  async #mark(item: Stored, to: string, id: string, now: Date): Promise<Stored | null> {
    if (item.moving_to === id) return item;
    const marks = { moving_to: id, move_id: derivedId("move", item.user_id, item.id, to, now.toISOString()) };
    const isMarked = await this.updateItem(keyOf(item), {
      set: marks,
      when: this.#isUnchanged(item),
      ownWrite: STILL_HOLDS,
    });
    return isMarked ? { ...item, ...marks } : null;
  }

  /** Writes an item of the old user as the new user's, if what is there is still as it was read. */
  async #copy(read: Stored, key: { userId: string; id: string }, there: Stored | null, now: Date): Promise<boolean> {
    const { user_id: _user, id: oldId, moving_to: _mark, shown_updated_at: _shown, ...attributes } = read;
    const at = now.toISOString();
    const failed = this.#kind.failedAttributes.flatMap((name) => {
      const value = read[name];
      return typeof value === "string" ? [[name, value.replace(oldId, key.id)] as const] : [];
    });
    return this.putItem(
      { user_id: key.userId, id: key.id },
      {
        item: {
          ...attributes,
          ...Object.fromEntries(failed),
          // No message of it was sent yet; reconcile sends the first one.
          reconcile_rounds: 0,
          creations: new Set([...(there?.creations ?? []), ...(read.creations ?? [])]),
          deletion_id: there?.deletion_id ?? read.deletion_id,
          // The new user sees a change, and followers of the changes get it.
          updated_at: at,
          moved_at: at,
          moved_version: read.updated_at,
        },
        when: [there === null ? isAbsent("user_id") : is("updated_at", there.updated_at)],
        ownWrite: [
          is("moved_at", at),
          is("updated_at", at),
          is("move_id", read.move_id),
          is("moved_version", read.updated_at),
        ],
      },
    );
  }

  /**
   * Makes the addresses of the items that were merged into an item stand for its copy, where the new user has no item
   * for them.
   */
  async #copyAliases(
    { aliases = [] }: Stored,
    { userId, id }: { userId: string; id: string },
    now: Date,
  ): Promise<void> {
    const deletion = { id: derivedId("moved-alias", id), at: now };
    const item = { ...tombstone(deletion), expires_at: undefined, merged_into: id };
    for (const alias of aliases) {
      await this.putItem(
        { user_id: userId, id: derivedId(userId, alias) },
        {
          item,
          when: [isAbsent("user_id")],
          ownWrite: [is("deletion_id", deletion.id)],
        },
      );
    }
  }

  /** Ends what was deleted at the old user: its copy, if a move had made one before, is deleted as well. */
  async #end(read: Stored, to: string, now: Date): Promise<Moved> {
    const there = read.moving_to === undefined ? null : await this.itemAt<Stored>({ user_id: to, id: read.moving_to });
    // A copy has the same files.
    if (there === null || !this.#sharesFolder(read, there)) {
      await this.#files.remove({ userId: read.user_id, id: read.id });
    }
    if (read.moving_to !== undefined) {
      if (there !== null && !isTombstone(there) && isCopy(read, there) && isUntouched(there)) {
        const key = { userId: to, id: there.id };
        await new SavedItemTable(this.client, this.table, this.#kind).delete(key, {
          id: derivedId("moved-deletion", String(read.deletion_id)),
          at: now,
        });
      }
    }
    const when = [isPresent("deleted_at"), is("updated_at", read.updated_at)];
    return (await this.deleteItem(keyOf(read), when)) ? "ended" : "changed";
  }

  #sharesFolder(read: Stored, there: Stored): boolean {
    const folders = this.#files.foldersOf(there);
    return this.#files.foldersOf(read).some((folder) => folders.includes(folder));
  }

  /** The conditions that nothing of an item has changed that a user sees, or its work. */
  #isUnchanged(read: Stored): readonly Condition[] {
    const seen = Object.entries(read).filter(
      ([name, value]) =>
        !["user_id", "id", "moving_to", "move_id", ...RECONCILE_ATTRIBUTES].includes(name) &&
        !name.startsWith("search_") &&
        (value === null || typeof value !== "object"),
    );
    return seen.map(([name, value]) => is(name, value));
  }
}

function keyOf({ user_id, id }: Stored) {
  return { user_id, id };
}

/** Whether an item is a copy of another one, or was. */
function isCopy({ move_id }: Stored, there: Stored): boolean {
  return move_id !== undefined && there.move_id === move_id;
}

/** Whether it is a copy of what the other one is now. */
function isSameVersion(read: Stored, there: Stored): boolean {
  return isCopy(read, there) && there.moved_version === read.updated_at;
}

function isTombstone({ deleted_at }: Stored): boolean {
  return deleted_at !== undefined;
}

/** Whether a copy is as it was written; facts that were found in the background do not count as a change. */
function isUntouched(copy: Stored): boolean {
  return shownUpdatedAt(copy) === copy.moved_at;
}

/**
 * Whether a copy may be written over what is there: a tombstone, or a copy that nobody has changed. What was moved as it is
 * now is not written again: the copy may have been changed or deleted since.
 */
function mayReplace(read: Stored, there: Stored): boolean {
  if (isSameVersion(read, there)) return false;
  return isTombstone(there) || (isCopy(read, there) && isUntouched(there));
}
