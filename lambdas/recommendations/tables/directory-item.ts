import type { Announcement, Directory, DirectoryEntry } from "../domain/directory.ts";

/** An entry in the directory's item; its attribute name is the id. */
export interface EntryValue {
  readonly url: string;
  readonly created_at: string;
  /** Absent before the first change. */
  readonly updated_at?: string;
}

/** An announcement in the directory's item; its attribute name is the id. */
export interface AnnouncementValue {
  readonly recommendation_id: string;
  readonly targets: readonly string[];
  readonly at: string;
}

export interface DirectoryItem {
  readonly version: number;
  readonly published: number;
  /** When the list was last changed, ISO 8601 UTC; absent before the first change. */
  readonly changed_at?: string;
  /** The size of entries, owners and announcements, rounded up. */
  readonly bytes: number;
  readonly entries: Readonly<Record<string, EntryValue>>;
  /** Ids by the hashes of their duplicate keys. */
  readonly owners: Readonly<Record<string, string>>;
  readonly announcements: Readonly<Record<string, AnnouncementValue>>;
  /** The version of each announcement, stored separately: an expression can't compute a part of a value that it sets. */
  readonly announced: Readonly<Record<string, number>>;
}

export const EMPTY_DIRECTORY: DirectoryItem = {
  version: 0,
  published: 0,
  bytes: 0,
  entries: {},
  owners: {},
  announcements: {},
  announced: {},
};

export function toDirectory(item: DirectoryItem): Directory {
  const announcements = Object.entries(item.announcements).map(
    ([id, { recommendation_id, targets, at }]): Announcement => ({
      id,
      recommendationId: recommendation_id,
      targets,
      at,
      version: item.announced[id] ?? 0,
    }),
  );
  return {
    version: item.version,
    published: item.published,
    changedAt: item.changed_at ?? null,
    entries: new Map(Object.entries(item.entries).map(([id, value]) => [id, toEntry(id, value)])),
    owners: new Map(Object.entries(item.owners)),
    announcements: announcements.sort((one, other) => one.version - other.version),
  };
}

export function toEntry(id: string, { url, created_at, updated_at }: EntryValue): DirectoryEntry {
  return { id, url, createdAt: created_at, updatedAt: updated_at ?? null };
}

export function toEntryValue({ url, createdAt, updatedAt }: DirectoryEntry): EntryValue {
  return { url, created_at: createdAt, ...(updatedAt === null ? {} : { updated_at: updatedAt }) };
}
