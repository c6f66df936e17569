import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Deletion } from "../changes/tombstone.ts";
import { tombstone } from "../changes/tombstone.ts";
import { any, hasNot, is, isAbsent, isNot, isPresent } from "../table/expression.ts";
import { StoredTable } from "../table/stored-table.ts";
import { move } from "../table/transitions.ts";
import type { Update } from "../table/update.ts";
import { STILL_HOLDS } from "../table/update.ts";
import { checkPartition, pendingKeys, WORK_ITEM_PARTITIONS, workItemPartition } from "../work/pending-index.ts";
import { ItemChecks } from "./item-checks.ts";
import { removalKeys } from "./item-files.ts";
import { ItemLists } from "./item-lists.ts";
import type { OverdueItem } from "./overdue-items.ts";
import { overdueItems } from "./overdue-items.ts";
import type { ItemKey, WorkRequest } from "./saved-item.ts";
import type { ItemTypes, SavedItemKind } from "./saved-item-kind.ts";
import type { StoredItem } from "./stored-item.ts";
import {
  changedAt,
  deletedAttributes,
  failureAttribute,
  isAsRead,
  newAttributes,
  renewedAttributes,
  toAttributes,
  toItem,
  toKey,
  workOf,
} from "./stored-item.ts";
import type { Changes } from "./user-changes.ts";

/** The request for work that a write is about, and the time of the write. */
export interface WorkWrite {
  readonly workId: string;
  readonly now: Date;
}

/** What a change of an item expects beside the own fields that it leaves: fields as they were read. */
export interface ChangeGuard<T extends ItemTypes> {
  readonly asRead: readonly (keyof T["item"])[];
  /**
   * The field that only this change gives this value. Without one, a change whose response was lost counts as refused: the
   * caller reads the item again.
   */
  readonly mark?: keyof T["item"];
}

/** The end of an item that was merged into another one: the other's id, and which fields of it were merged as they were read. */
export interface MergeEnd<T extends ItemTypes> {
  readonly into: string;
  readonly read: T["item"];
  readonly asRead: readonly (keyof T["item"])[];
}

/**
 * The table of one kind of saved items. Partition key `user_id`, sort key `id`. One item for each saved item: canonical_url,
 * status, created_at, updated_at, work_id, requested_at, reconcile_rounds and the attributes of its kind; search_own,
 * search_tags and search_read (the texts as they are searched, written with the fields they are made of); search_words
 * (binary, packed by its kind) when a long text was read; failure when failed; pending_partition and reconcile_at while its
 * work is to be done, or while it waits for its next check; creations (string set): the ids of the creations that have created it, so that none of them creates
 * it twice. A deleted item leaves a tombstone with user_id, id, creations, deletion_id, deleted_at, updated_at (the same)
 * and expires_at (epoch seconds, TTL); it keeps the attributes of its files, and pending_partition and reconcile_at, until
 * they are removed (item-files.ts); that of an item that was merged into another one has merged_into, the other's id, and
 * does not expire. Every write has a condition that names the expected state, and every write that a user can see sets
 * updated_at, by which index `changes` is in order; shown_updated_at is the time that answers show instead, while the latest
 * write stored what was found in the background.
 */
export class SavedItemTable<T extends ItemTypes> extends StoredTable {
  readonly kind: SavedItemKind<T>;
  readonly lists: ItemLists<T>;
  readonly checks: ItemChecks<T>;
  readonly #work: ReturnType<typeof workOf>;

  constructor(client: DynamoDBDocumentClient, name: string, kind: SavedItemKind<T>) {
    super(client, name);
    this.kind = kind;
    this.lists = new ItemLists(client, name, kind);
    this.checks = new ItemChecks(client, name, kind);
    this.#work = workOf(kind);
  }

  /** Writes a new item. @returns false when the user has the item, or its tombstone */
  async create(item: T["item"], creationId: string): Promise<boolean> {
    return this.putItem(toKey(item), {
      item: { ...newAttributes(this.kind, item), creations: new Set([creationId]) },
      when: [isAbsent("id")],
      ownWrite: [this.#work.isLatest(item.workId)],
    });
  }

  /**
   * Writes an item again in its tombstone, which keeps the id of its deletion: see `delete`.
   *
   * @param mergedInto the item that this one was merged into, and that is deleted, too; null where there is none
   * @returns false when the user has it, or when this creation has created it before, even if it was deleted since, or when
   *   it was merged into another item
   */
  async createAgain(item: T["item"], creationId: string, mergedInto: string | null): Promise<boolean> {
    return this.updateItem(toKey(item), {
      set: renewedAttributes(this.kind, item),
      add: { creations: new Set([creationId]) },
      remove: ["deleted_at", "expires_at", "merged_into"],
      when: [
        isAbsent("created_at"),
        hasNot("creations", creationId),
        mergedInto === null ? isAbsent("merged_into") : is("merged_into", mergedInto),
      ],
      ownWrite: [this.#work.isLatest(item.workId)],
    });
  }

  async get(key: ItemKey): Promise<T["item"] | null> {
    return (await this.getWithCreations(key)).item;
  }

  /**
   * Reads one item, and what remains of it after its deletion: the ids of its creations, at least one, and the id of
   * the item that it was merged into.
   */
  async getWithCreations(
    key: ItemKey,
  ): Promise<{ item: T["item"] | null; creations: ReadonlySet<string>; mergedInto: string | null }> {
    const stored = await this.itemAt<StoredItem>(toKey(key));
    return {
      item: stored === null || stored.deleted_at !== undefined ? null : toItem(this.kind, stored),
      creations: stored?.creations ?? new Set(),
      mergedInto: stored?.merged_into ?? null,
    };
  }

  /** Whether nothing is left of an item, not even a tombstone: its person was deleted or moved. Read consistently. */
  async isErased(key: ItemKey): Promise<boolean> {
    return (await this.itemAt(toKey(key))) === null;
  }

  /**
   * Reads the item that an id stands for: the item with this id, or the one that it was merged into, over any number of
   * merges. Null when none of them is left. An item is merged only into an existing one, so that there is no cycle.
   */
  async getStaying(key: ItemKey): Promise<T["item"] | null> {
    for (let { id } = key; ; ) {
      const { item, mergedInto } = await this.getWithCreations({ userId: key.userId, id });
      if (item !== null || mergedInto === null) return item;
      id = mergedInto;
    }
  }

  /**
   * Changes what the user wrote. The own fields are searched as one text: where some of them stay, they must be as they were
   * read.
   *
   * @param read the item as it was read before
   * @returns null when what stays has changed since, or the item is gone
   */
  async saveChanges(
    read: T["item"],
    sent: Changes<T["item"]>,
    now: Date,
    guard?: ChangeGuard<T>,
  ): Promise<T["item"] | null> {
    const { kind } = this;
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    const changed: T["item"] = { ...read, ...changes };
    const isOwnChanged = kind.ownFields.some((field) => String(field) in changes);
    const staying = kind.ownFields.filter((field) => isOwnChanged && !(String(field) in changes));
    return this.#update(read, {
      set: {
        ...toAttributes(kind, changes),
        ...(isOwnChanged && { search_own: kind.ownTexts(changed) }),
        ...(String(kind.tagField) in changes && { search_tags: kind.tagTexts(changed) }),
        ...changedAt(now.toISOString()),
      },
      when: [isPresent("created_at"), ...isAsRead(kind, read, [...staying, ...(guard?.asRead ?? [])])],
      ownWrite: guard?.mark === undefined ? STILL_HOLDS : isAsRead(kind, changed, [guard.mark]),
    });
  }

  /**
   * Deletes an item, and leaves a tombstone for the followers of changes, with its creations. It is kept for longer than any
   * idempotency key by which the item might be created again. When the response is lost and the item is created again, the
   * SDK's retry does not delete the new one.
   *
   * @param merge the item that this one was merged into: the tombstone says so from now on
   * @returns false when the item does not exist, or is no longer as it was merged
   */
  async delete(key: ItemKey, deletion: Deletion, merge?: MergeEnd<T>): Promise<boolean> {
    const merged = merge && { merged_into: merge.into, expires_at: undefined };
    return this.updateItem(toKey(key), {
      set: { ...tombstone(deletion), ...merged, ...removalKeys(key.id, deletion.at) },
      remove: deletedAttributes(this.kind),
      when: [
        isPresent("created_at"),
        any(isAbsent("deletion_id"), isNot("deletion_id", deletion.id)),
        ...(merge === undefined ? [] : isAsRead(this.kind, merge.read, merge.asRead)),
      ],
      ownWrite: [is("deletion_id", deletion.id)],
    });
  }

  /**
   * Makes an id without an item stand for an item, as if an item with this id had been merged into it.
   *
   * @param read the item that the id stands for now, which is deleted, too; null without one
   * @returns false when the user has saved that item by now
   */
  async standFor(key: ItemKey, into: string, read: string | null, deletion: Deletion): Promise<boolean> {
    return this.updateItem(toKey(key), {
      set: { ...tombstone(deletion), expires_at: undefined, merged_into: into },
      add: { creations: new Set([deletion.id]) },
      remove: ["expires_at"],
      when: [isAbsent("created_at"), read === null ? isAbsent("merged_into") : is("merged_into", read)],
      ownWrite: [is("deletion_id", deletion.id)],
    });
  }

  /**
   * Moves an item back to `pending`, with a request for new work. @param fields of the item that change with it
   *
   * @returns null when it is in another state, or does not exist
   */
  async requestWork(
    key: ItemKey,
    request: WorkRequest,
    name: T["move"] | "request" = "request",
    fields: Partial<T["item"]> = {},
  ) {
    const at = request.at.toISOString();
    return this.#update(
      key,
      move(this.kind.transitions, name, {
        set: {
          ...this.#work.requested(request, workItemPartition(key.id)),
          requested_at: at,
          ...changedAt(at),
          ...toAttributes(this.kind, fields),
        },
        when: [],
        ownWrite: [this.#work.isLatest(request.workId)],
      }),
    );
  }

  /**
   * Moves an item to another state in which its work is to be done, and is overdue from `reconcileAt` on.
   *
   * @returns null when it is in another state or does not exist, or newer work was requested
   */
  async moveWork(key: ItemKey, name: T["move"], write: WorkWrite & Pick<WorkRequest, "reconcileAt">) {
    return this.#moveTo(key, name, write, pendingKeys(workItemPartition(key.id), write.reconcileAt.toISOString()));
  }

  /**
   * Ends the work of an item.
   *
   * @param write `checkAt`: when it is checked for the first time; never without it
   * @param words of a long text, packed by the kind, that are searched as well
   * @returns null when it does not exist, is done, or newer work was requested
   */
  async complete(
    key: ItemKey,
    facts: T["facts"],
    { checkAt, ...write }: WorkWrite & { readonly checkAt?: Date },
    words?: Uint8Array,
  ): Promise<T["item"] | null> {
    return this.#moveTo(key, "complete", write, {
      ...toAttributes(this.kind, facts),
      search_read: this.kind.fetchedTexts(facts),
      ...(words !== undefined && { search_words: words }),
      ...(checkAt !== undefined && pendingKeys(checkPartition(key.id), checkAt.toISOString())),
    });
  }

  /**
   * Makes an item `failed`. @param more attributes that the kind sets with it
   *
   * @returns false when this work is no longer to be done
   */
  async fail(
    key: ItemKey,
    failure: NonNullable<T["item"]["failure"]>,
    write: WorkWrite,
    more: Readonly<Record<string, string | null>> = {},
  ): Promise<boolean> {
    return (await this.#moveTo(key, "fail", write, { ...failureAttribute(failure), ...more })) !== null;
  }

  /** Postpones the time from which an item is overdue. @returns false when this work is no longer to be done */
  async postponeReconcile(item: ItemKey & Pick<T["item"], "workId">, until: Date, rounds: number): Promise<boolean> {
    return (await this.#update(item, this.#work.postpone(item.workId, until, rounds))) !== null;
  }

  /** The overdue items, those that are overdue for the longest time first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueItem<T>[]> {
    return overdueItems(this.client, this.table, this.kind, WORK_ITEM_PARTITIONS, { now, limit });
  }

  async #moveTo(key: ItemKey, name: T["move"] | "complete" | "fail", { workId, now }: WorkWrite, set: object) {
    const { transitions } = this.kind;
    const at = now.toISOString();
    return this.#update(
      key,
      move(transitions, name, {
        set: { ...set, ...changedAt(at) },
        when: [this.#work.isLatest(workId)],
        ownWrite: [this.#work.isLatest(workId), is("status", transitions.moves[name].to), is("updated_at", at)],
      }),
    );
  }

  async #update(key: ItemKey, update: Update): Promise<T["item"] | null> {
    const stored = await this.updateAndGet<StoredItem>(toKey(key), update);
    return stored === null ? null : toItem(this.kind, stored);
  }
}
