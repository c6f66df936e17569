import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { writeConflict } from "../../shared/http/rejected.ts";
import type { Condition } from "../../shared/table/expression.ts";
import {
  any,
  is,
  isAbsent,
  isAtMost,
  isBelow,
  isPresent,
  isShorter,
  storedPlus,
} from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import type { Changes } from "../../shared/table/update.ts";
import { STILL_HOLDS } from "../../shared/table/update.ts";
import type { Announcement, Directory, DirectoryEntry } from "../domain/directory.ts";
import {
  announcementBytes,
  entryBytes,
  keyHash,
  MAX_BYTES_TO_ADD,
  MAX_BYTES_TO_EDIT,
  MAX_ENTRIES,
  tooManyRecommendations,
} from "../domain/directory.ts";
import type { AnnouncementValue, DirectoryItem, EntryValue } from "./directory-item.ts";
import { EMPTY_DIRECTORY, toDirectory, toEntry, toEntryValue } from "./directory-item.ts";

/**
 * The announcement of a change. A repeated change must have the same id: an addition's is derived from the recommendation's
 * id, an edit's and a removal's are new ids of the request.
 */
export interface NewAnnouncement {
  readonly id: string;
  readonly at: Date;
}

/** The outcome of an addition; for a duplicate, the id of the recommendation of the same site. `changed`: see `add`. */
export type Added =
  | { readonly kind: "added" }
  | { readonly kind: "changed" }
  | { readonly kind: "duplicate"; readonly id: string };

/** The outcome of an edit. `changed`: the address is no longer the one that was read. */
export type Edited =
  | { readonly kind: "edited" | "gone" | "changed" }
  | { readonly kind: "duplicate"; readonly id: string };

/** A change of the directory, without the parts that every announced change has. */
interface Change extends Pick<Changes, "set" | "remove"> {
  readonly recommendationId: string;
  readonly targets: readonly string[];
  /** The growth of the item in bytes. */
  readonly bytes: number;
  readonly when: readonly Condition[];
}

const KEY = { pk: "directory", sk: "directory" };

/** Attempts of a change after write conflicts. */
const MAX_WRITE_ATTEMPTS = 5;

/**
 * The directory of table `recommendations`: one item, partition key `pk` and sort key `sk` = `directory`. It alone decides
 * which recommendations exist: `entries`, with url, created_at and updated_at by id, and `owners`, the ids by the hash of
 * their duplicate keys. Its other attributes are `announcements` and `announced`, which sites were not notified yet;
 * `version`, `published`, `changed_at`, and `bytes`, the total size.
 *
 * A change is one conditional update of the attributes concerned: existence, uniqueness, the well-known document's content
 * and the announcement change together, and changes of different recommendations never conflict.
 */
export class DirectoryTable extends StoredTable {
  /** Reads the directory, consistently; empty before the first change. */
  async read(): Promise<Directory> {
    return toDirectory(await this.#item());
  }

  /** Reads one entry, consistently; null if the recommendation does not exist. */
  async entry(id: string): Promise<DirectoryEntry | null> {
    const { Item } = await this.client.send(
      new GetCommand({
        TableName: this.table,
        Key: KEY,
        ConsistentRead: true,
        ProjectionExpression: "entries.#id",
        ExpressionAttributeNames: { "#id": id },
      }),
    );
    const value = (Item as { entries?: Record<string, EntryValue> } | undefined)?.entries?.[id];
    return value === undefined ? null : toEntry(id, value);
  }

  /**
   * Adds a recommendation and announces it to its site. Repeating it changes nothing.
   *
   * @param version the version that the directory must still have, otherwise the outcome is "changed"; null: any version
   * @throws Rejected 409 `too_many_recommendations` beyond 1,000 recommendations or 350 KB
   */
  async add(entry: DirectoryEntry, announcement: NewAnnouncement, version: number | null = null): Promise<Added> {
    const key = keyHash(entry.url);
    const targets = [entry.url];
    const bytes = entryBytes(entry.url) + announcementBytes(targets);
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const isAdded = await this.#makeChange(announcement, {
        recommendationId: entry.id,
        targets,
        bytes,
        set: {
          [`entries.${entry.id}`]: toEntryValue(entry),
          [`owners.${key}`]: entry.id,
          ...changedAt(announcement),
        },
        when: [
          isAbsent(`entries.${entry.id}`),
          isAbsent(`owners.${key}`),
          isShorter("entries", MAX_ENTRIES),
          isAtMost("bytes", MAX_BYTES_TO_ADD - bytes),
          ...(version === null ? [] : [is("version", version)]),
        ],
      });
      if (isAdded) return { kind: "added" };
      const item = await this.#item();
      if (item.entries[entry.id] !== undefined) return { kind: "added" };
      const owner = item.owners[key];
      if (owner !== undefined) return { kind: "duplicate", id: owner };
      if (Object.keys(item.entries).length >= MAX_ENTRIES || item.bytes + bytes > MAX_BYTES_TO_ADD) {
        throw tooManyRecommendations();
      }
      if (version !== null && item.version !== version) return { kind: "changed" };
      if (item.version === 0) await this.#create();
    }
    throw writeConflict("list of recommendations");
  }

  /**
   * Changes a recommendation's address and date, and announces it to its site and to the site of the previous address.
   *
   * @param seen the entry that was read; its address must still be the same
   * @throws Rejected 409 `too_many_recommendations` when the item is full
   */
  async edit(
    seen: DirectoryEntry,
    next: { readonly url: string; readonly updatedAt: string },
    announcement: NewAnnouncement,
  ): Promise<Edited> {
    const { id } = seen;
    const [oldKey, newKey] = [keyHash(seen.url), keyHash(next.url)];
    const targets = [...new Set([seen.url, next.url])];
    const bytes = entryBytes(next.url) - entryBytes(seen.url) + announcementBytes(targets);
    const isMoved = oldKey !== newKey;
    const isEdited = await this.#makeChange(announcement, {
      recommendationId: id,
      targets,
      bytes,
      set: {
        [`entries.${id}.url`]: next.url,
        [`entries.${id}.updated_at`]: next.updatedAt,
        ...changedAt(announcement),
        ...(isMoved && { [`owners.${newKey}`]: id }),
      },
      remove: isMoved ? [`owners.${oldKey}`] : [],
      when: [
        hasUrl(seen),
        isAtMost("bytes", MAX_BYTES_TO_EDIT - bytes),
        ...(isMoved ? [isAbsent(`owners.${newKey}`)] : []),
      ],
    });
    if (isEdited) return { kind: "edited" };

    const item = await this.#item();
    const value = item.entries[id];
    if (value === undefined) return { kind: "gone" };
    const owner = item.owners[newKey];
    if (owner !== undefined && owner !== id) return { kind: "duplicate", id: owner };
    if (value.url === seen.url && item.bytes + bytes > MAX_BYTES_TO_EDIT) throw tooManyRecommendations();
    return { kind: "changed" };
  }

  /**
   * Moves a recommendation's date forward, never back, for a change by its site, which is not announced.
   *
   * @param seen its address must still be the same
   * @returns false when it does not exist, has another address, or was changed later
   */
  async touch(seen: Pick<DirectoryEntry, "id" | "url">, updatedAt: string): Promise<boolean> {
    const at = `entries.${seen.id}.updated_at`;
    return this.updateItem(KEY, {
      set: { [at]: updatedAt, changed_at: updatedAt, version: storedPlus("version", 1) },
      when: [hasUrl(seen), any(isAbsent(at), isAtMost(at, updatedAt))],
      ownWrite: STILL_HOLDS,
    });
  }

  /**
   * Announces a recommendation to its site again, without a change.
   *
   * @returns false when it does not exist, or has another address
   * @throws Rejected 409 `too_many_recommendations` when the item is full
   */
  async announce({ id, url }: DirectoryEntry, announcement: NewAnnouncement): Promise<boolean> {
    const bytes = announcementBytes([url]);
    const isAnnounced = await this.#makeChange(announcement, {
      recommendationId: id,
      targets: [url],
      bytes,
      when: [hasUrl({ id, url }), isAtMost("bytes", MAX_BYTES_TO_EDIT - bytes)],
    });
    if (isAnnounced) return true;
    const item = await this.#item();
    if (item.entries[id]?.url === url && item.bytes + bytes > MAX_BYTES_TO_EDIT) throw tooManyRecommendations();
    return false;
  }

  /** Removes a recommendation and announces it to its site. @returns the removed entry; null if it does not exist */
  async remove(id: string, announcement: NewAnnouncement): Promise<DirectoryEntry | null> {
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const item = await this.#item();
      const value = item.entries[id];
      if (value === undefined) return null;
      const seen = toEntry(id, value);
      const targets = [seen.url];
      const isRemoved = await this.#makeChange(announcement, {
        recommendationId: id,
        targets,
        bytes: announcementBytes(targets) - entryBytes(seen.url),
        set: changedAt(announcement),
        remove: [`entries.${id}`, `owners.${keyHash(seen.url)}`],
        when: [hasUrl(seen)],
      });
      if (isRemoved) return seen;
    }
    throw writeConflict("recommendation");
  }

  /** Removes an announcement whose deliveries are all in the table. @returns false when it is already removed */
  async removeAnnouncement({ id, targets }: Pick<Announcement, "id" | "targets">): Promise<boolean> {
    const announcement = `announcements.${id}`;
    return this.updateItem(KEY, {
      set: { bytes: storedPlus("bytes", -announcementBytes(targets)) },
      remove: [announcement, `announced.${id}`],
      when: [isPresent(announcement)],
      ownWrite: [isAbsent(announcement)],
    });
  }

  /** Stores which version the well-known document shows. @returns false when the same or a later one is stored */
  async markPublished(version: number): Promise<boolean> {
    return this.updateItem(KEY, {
      set: { published: version },
      when: [isBelow("published", version)],
      ownWrite: [is("published", version)],
    });
  }

  async #item(): Promise<DirectoryItem> {
    return (await this.itemAt<DirectoryItem>(KEY)) ?? EMPTY_DIRECTORY;
  }

  /** Creates the item: an update can only set a value in an existing map. */
  async #create(): Promise<void> {
    await this.putItem(KEY, {
      item: EMPTY_DIRECTORY,
      when: [isAbsent("sk")],
      ownWrite: [isPresent("sk")],
    });
  }

  /**
   * Writes a change together with its announcement, as the next version.
   *
   * @returns false when its condition did not hold, or it is already announced
   */
  async #makeChange({ id, at }: NewAnnouncement, change: Change): Promise<boolean> {
    const { recommendationId, targets, set, remove, when } = change;
    const value: AnnouncementValue = { recommendation_id: recommendationId, targets, at: at.toISOString() };
    const announced = `announcements.${id}`;
    return this.updateItem(KEY, {
      set: {
        ...set,
        [announced]: value,
        [`announced.${id}`]: storedPlus("version", 1),
        version: storedPlus("version", 1),
        bytes: storedPlus("bytes", change.bytes),
      },
      ...(remove && { remove }),
      when: [...when, isAbsent(announced)],
      ownWrite: [isPresent(announced)],
    });
  }
}

/** The time of a change of the list; an announcement alone does not change the list. */
function changedAt({ at }: NewAnnouncement) {
  return { changed_at: at.toISOString() };
}

/** The condition that a recommendation is in the directory, with this address. */
function hasUrl({ id, url }: Pick<DirectoryEntry, "id" | "url">): Condition {
  return is(`entries.${id}.url`, url);
}
