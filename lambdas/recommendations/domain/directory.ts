import { createHash } from "node:crypto";
import { Rejected } from "../../shared/http/rejected.ts";
import type { Recommendation } from "./recommendation.ts";
import { duplicateKey } from "./web-url.ts";

/** The part of a recommendation that only the directory holds. */
export type DirectoryEntry = Pick<Recommendation, "id" | "url" | "createdAt" | "updatedAt">;

/** A change of which sites are to be notified. */
export interface Announcement {
  readonly id: string;
  readonly recommendationId: string;
  /** The sites' addresses, each once. */
  readonly targets: readonly string[];
  /** When it changed, ISO 8601 UTC. */
  readonly at: string;
  /** The version that the change made of the directory: of two announcements the one with the higher is the later. */
  readonly version: number;
}

/** The recommendations that exist, and the announcements that are pending. */
export interface Directory {
  /** Grows with every change; 0 before the first. */
  readonly version: number;
  /** The version that the well-known document was last seen to show. */
  readonly published: number;
  readonly entries: ReadonlyMap<string, DirectoryEntry>;
  /** The ids by the hashes of their duplicate keys. */
  readonly owners: ReadonlyMap<string, string>;
  /** In the order of the changes. */
  readonly announcements: readonly Announcement[];
}

/** Most recommendations that there can be. */
export const MAX_ENTRIES = 1_000;
/** Bytes of the directory's item up to which another one is taken. */
export const MAX_BYTES_TO_ADD = 350 * 1_024;
/** Bytes up to which one is changed; what is left of DynamoDB's 400 KB is for removals, which end as a gain. */
export const MAX_BYTES_TO_EDIT = 380 * 1_024;

/** What an entry takes beside its address: its id and its key's hash (twice in the item), dates, names; rounded up. */
const ENTRY_BYTES = 200;
/** The same of an announcement beside its targets. */
const ANNOUNCEMENT_BYTES = 200;

/** Bytes that an entry takes in the directory's item, at the most. */
export function entryBytes(url: string): number {
  return ENTRY_BYTES + Buffer.byteLength(url);
}

/** Bytes that an announcement takes in the directory's item, at the most. */
export function announcementBytes(targets: readonly string[]): number {
  return targets.reduce((sum, target) => sum + Buffer.byteLength(target) + 1, ANNOUNCEMENT_BYTES);
}

/** The attribute name of a site in `owners`: an address may be longer than an attribute name. */
export function keyHash(url: string): string {
  return createHash("sha256").update(duplicateKey(url)).digest("base64url").slice(0, 22);
}

/** The id of the recommendation of the same site, whatever its exact address; null when it is not recommended. */
export function recommendationIdOf({ owners }: Directory, url: string): string | null {
  return owners.get(keyHash(url)) ?? null;
}

/** 409 for a list that is full. */
export function tooManyRecommendations(): Rejected {
  return new Rejected(
    409,
    "too_many_recommendations",
    `The list is full: it takes ${MAX_ENTRIES} recommendations, fewer when their addresses are long. Delete some first.`,
  );
}
