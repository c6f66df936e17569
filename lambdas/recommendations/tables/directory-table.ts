import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { writeConflict } from "../../shared/http/rejected.ts";
import type { Update } from "../../shared/table/conditional-write.ts";
import { conditionalPut, conditionalUpdate, STILL_HOLDS } from "../../shared/table/conditional-write.ts";
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

/** The outcome of an addition; a duplicate has the id of the recommendation with the same site. `changed`: see `add`. */
export type Added =
  | { readonly kind: "added" }
  | { readonly kind: "changed" }
  | { readonly kind: "duplicate"; readonly id: string };

/** The outcome of an edit. `changed`: the address is no longer the one that was read. */
export type Edited =
  | { readonly kind: "edited" | "gone" | "changed" }
  | { readonly kind: "duplicate"; readonly id: string };

/** A change of the directory, without the parts that every announced change has. */
interface Change {
  readonly recommendationId: string;
  readonly targets: readonly string[];
  /** By how many bytes the item grows. */
  readonly bytes: number;
  readonly sets: readonly string[];
  readonly removes: readonly string[];
  readonly condition: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

const KEY = { pk: "directory", sk: "directory" };

const IS_ADDABLE =
  "attribute_not_exists(entries.#id) AND attribute_not_exists(owners.#key) AND size(entries) < :entries AND bytes <= :room";

/** Attempts of a change after write conflicts. */
const MAX_WRITE_ATTEMPTS = 5;

/**
 * The directory of table `recommendations`: one item, partition key `pk` and sort key `sk` = `directory`. It alone decides
 * which recommendations exist: `entries`, with url, created_at and updated_at by id, and `owners`, the ids by the hash of
 * their duplicate keys. In addition `announcements` and `announced`, which sites were not notified yet; `version`,
 * `published`, and `bytes`, the size of all that.
 *
 * A change is one conditional update of the attributes concerned: existence, uniqueness, the well-known document's content
 * and the announcement change together, and changes of different recommendations never conflict.
 */
export class DirectoryTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Reads the directory, consistently; empty before the first change. */
  async read(): Promise<Directory> {
    return toDirectory(await this.#item());
  }

  /** Reads one entry, consistently; null if the recommendation does not exist. */
  async entry(id: string): Promise<DirectoryEntry | null> {
    const { Item } = await this.#client.send(
      new GetCommand({
        TableName: this.#name,
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
   * @param version the addition requires that the directory still has it; "changed" otherwise. Any version without
   * @throws Rejected 409 `too_many_recommendations` beyond 1,000 recommendations or 350 KB
   */
  async add(entry: DirectoryEntry, announcement: NewAnnouncement, version: number | null = null): Promise<Added> {
    const key = keyHash(entry.url);
    const targets = [entry.url];
    const bytes = entryBytes(entry.url) + announcementBytes(targets);
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const isAdded = await this.#announced(announcement, {
        recommendationId: entry.id,
        targets,
        bytes,
        sets: ["entries.#id = :entry", "owners.#key = :id"],
        removes: [],
        condition: `${IS_ADDABLE}${version === null ? "" : " AND version = :seen"}`,
        names: { "#id": entry.id, "#key": key },
        values: {
          ":entry": toEntryValue(entry),
          ":id": entry.id,
          ":entries": MAX_ENTRIES,
          ":room": MAX_BYTES_TO_ADD - bytes,
          ":seen": version,
        },
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
   * @param seen the entry as it was read; the change requires that its address is still the same
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
    const condition = "entries.#id.#url = :seen AND bytes <= :room";
    const change: Change = {
      recommendationId: id,
      targets,
      bytes,
      sets: ["entries.#id.#url = :url", "entries.#id.updated_at = :updated"],
      removes: [],
      condition,
      names: { "#id": id, "#url": "url" },
      values: {
        ":url": next.url,
        ":updated": next.updatedAt,
        ":seen": seen.url,
        ":room": MAX_BYTES_TO_EDIT - bytes,
      },
    };
    const moved: Change = {
      ...change,
      sets: [...change.sets, "owners.#new = :id"],
      removes: ["owners.#old"],
      condition: `${condition} AND attribute_not_exists(owners.#new)`,
      names: { ...change.names, "#new": newKey, "#old": oldKey },
      values: { ...change.values, ":id": id },
    };
    if (await this.#announced(announcement, oldKey === newKey ? change : moved)) return { kind: "edited" };

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
   * @returns false when it does not exist or was changed later
   */
  async touch(id: string, updatedAt: string): Promise<boolean> {
    return this.#changed({
      UpdateExpression: "SET entries.#id.updated_at = :updated, version = version + :one",
      ConditionExpression:
        "attribute_exists(entries.#id) AND (attribute_not_exists(entries.#id.updated_at) OR entries.#id.updated_at <= :updated)",
      ownWrite: STILL_HOLDS,
      ExpressionAttributeNames: { "#id": id },
      ExpressionAttributeValues: { ":updated": updatedAt, ":one": 1 },
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
    const isAnnounced = await this.#announced(announcement, {
      recommendationId: id,
      targets: [url],
      bytes,
      sets: [],
      removes: [],
      condition: "entries.#id.#url = :seen AND bytes <= :room",
      names: { "#id": id, "#url": "url" },
      values: { ":seen": url, ":room": MAX_BYTES_TO_EDIT - bytes },
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
      const isRemoved = await this.#announced(announcement, {
        recommendationId: id,
        targets,
        bytes: announcementBytes(targets) - entryBytes(seen.url),
        sets: [],
        removes: ["entries.#id", "owners.#key"],
        condition: "entries.#id.#url = :seen",
        names: { "#id": id, "#url": "url", "#key": keyHash(seen.url) },
        values: { ":seen": seen.url },
      });
      if (isRemoved) return seen;
    }
    throw writeConflict("recommendation");
  }

  /** Removes an announcement whose deliveries are all in the table. @returns false when it is already removed */
  async removeAnnouncement({ id, targets }: Pick<Announcement, "id" | "targets">): Promise<boolean> {
    return this.#changed({
      UpdateExpression: "SET bytes = bytes - :bytes REMOVE announcements.#a, announced.#a",
      ConditionExpression: "attribute_exists(announcements.#a)",
      ownWrite: "attribute_not_exists(announcements.#a)",
      ExpressionAttributeNames: { "#a": id },
      ExpressionAttributeValues: { ":bytes": announcementBytes(targets) },
    });
  }

  /** Stores which version the well-known document shows. @returns false when the same or a later one is stored */
  async markPublished(version: number): Promise<boolean> {
    return this.#changed({
      UpdateExpression: "SET published = :version",
      ConditionExpression: "published < :version",
      ownWrite: "published = :version",
      ExpressionAttributeValues: { ":version": version },
    });
  }

  async #item(): Promise<DirectoryItem> {
    const { Item } = await this.#client.send(new GetCommand({ TableName: this.#name, Key: KEY, ConsistentRead: true }));
    return (Item as DirectoryItem | undefined) ?? EMPTY_DIRECTORY;
  }

  /** An update can only set a value in an existing map. */
  async #create(): Promise<void> {
    await conditionalPut(this.#client, this.#address, {
      Item: EMPTY_DIRECTORY,
      ConditionExpression: "attribute_not_exists(sk)",
      ownWrite: "attribute_exists(sk)",
    });
  }

  /**
   * Makes a change together with its announcement, as the next version.
   *
   * @returns false when its condition did not hold, or it is already announced
   */
  async #announced({ id, at }: NewAnnouncement, change: Change): Promise<boolean> {
    const { recommendationId, targets } = change;
    const value: AnnouncementValue = { recommendation_id: recommendationId, targets, at: at.toISOString() };
    const sets = [
      ...change.sets,
      "announcements.#a = :a",
      "announced.#a = version + :one",
      "version = version + :one",
      "bytes = bytes + :bytes",
    ];
    const removes = change.removes.length === 0 ? "" : ` REMOVE ${change.removes.join(", ")}`;
    return this.#changed({
      UpdateExpression: `SET ${sets.join(", ")}${removes}`,
      ConditionExpression: `${change.condition} AND attribute_not_exists(announcements.#a)`,
      ownWrite: "attribute_exists(announcements.#a)",
      ExpressionAttributeNames: { ...change.names, "#a": id },
      ExpressionAttributeValues: { ...change.values, ":a": value, ":one": 1, ":bytes": change.bytes },
    });
  }

  /** @returns false when the condition did not hold */
  async #changed(update: Update): Promise<boolean> {
    return conditionalUpdate(this.#client, this.#address, update);
  }

  get #address() {
    return { TableName: this.#name, Key: KEY };
  }
}
