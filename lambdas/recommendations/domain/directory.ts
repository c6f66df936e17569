import { createHash } from "node:crypto";
import { Rejected } from "../../shared/http/rejected.ts";
import type { Recommendation } from "./recommendation.ts";
import { duplicateKey } from "./web-url.ts";

export type DirectoryEntry = Pick<Recommendation, "id" | "url" | "createdAt" | "updatedAt">;

/** A change of the directory that sites must be notified of. */
export interface Announcement {
  readonly id: string;
  readonly recommendationId: string;
  /** The addresses of the sites, each once. */
  readonly targets: readonly string[];
  /** When the directory changed, ISO 8601 UTC. */
  readonly at: string;
  /** The version of the directory after the change: the later of two announcements has the higher version. */
  readonly version: number;
}

/** The recommendations that exist, and the announcements that are pending. */
export interface Directory {
  /** Incremented by every change; 0 before the first. */
  readonly version: number;
  /** The version that the published documents were last known to show. */
  readonly published: number;
  /** When a recommendation was last added, changed or removed; null before the first change. */
  readonly changedAt: string | null;
  readonly entries: ReadonlyMap<string, DirectoryEntry>;
  /** The ids by the hashes of their duplicate keys. */
  readonly owners: ReadonlyMap<string, string>;
  /** In the order of the changes. */
  readonly announcements: readonly Announcement[];
}

/** The largest number of recommendations. */
export const MAX_ENTRIES = 1_000;
/** The size of the directory's item in bytes up to which entries are added. */
export const MAX_BYTES_TO_ADD = 350 * 1_024;
/**
 * The size in bytes up to which entries are changed. The rest of DynamoDB's 400 KB is for removals, which first add an
 * announcement.
 */
export const MAX_BYTES_TO_EDIT = 380 * 1_024;

/** The size of an entry without its address: its id and its key's hash (twice in the item), dates, names; rounded up. */
const ENTRY_BYTES = 200;
/** The size of an announcement without its targets. */
const ANNOUNCEMENT_BYTES = 200;

/** The size of an entry in the directory's item in bytes, rounded up. */
export function entryBytes(url: string): number {
  return ENTRY_BYTES + Buffer.byteLength(url);
}

/** The size of an announcement in the directory's item in bytes, rounded up. */
export function announcementBytes(targets: readonly string[]): number {
  return targets.reduce((sum, target) => sum + Buffer.byteLength(target) + 1, ANNOUNCEMENT_BYTES);
}

/** The attribute name of a site in `owners`. It is a hash because an address may be longer than an attribute name. */
export function keyHash(url: string): string {
  return createHash("sha256").update(duplicateKey(url)).digest("base64url").slice(0, 22);
}

/** The id of the recommendation of the same site, even under a different address; null if the site is not recommended. */
export function recommendationIdOf({ owners }: Directory, url: string): string | null {
  return owners.get(keyHash(url)) ?? null;
}

/** 409: the list is full. */
export function tooManyRecommendations(): Rejected {
  return new Rejected(
    409,
    "too_many_recommendations",
    `The list is full: it takes ${MAX_ENTRIES} recommendations, fewer when their addresses are long. Delete some first.`,
  );
}
