import { createHash } from "node:crypto";
import { writeConflict } from "../../shared/http/rejected.ts";
import type { Directory, DirectoryEntry } from "../domain/directory.ts";
import type { DirectoryTable } from "../tables/directory-table.ts";
import type { WellKnownStore } from "../tables/well-known-store.ts";

/** Write conflicts after which publishing gives up. */
const MAX_WRITE_ATTEMPTS = 10;

/** The services of publishing. */
export interface PublishServices {
  readonly directory: DirectoryTable;
  readonly wellKnown: WellKnownStore;
}

/**
 * The well-known document: the same text for the same recommendations in any order. Like Ghost's, it begins with the oldest.
 */
export function wellKnownDocument(entries: Iterable<DirectoryEntry>): string {
  const rows = [...entries].sort(
    (one, other) => compareTexts(one.createdAt, other.createdAt) || compareTexts(one.id, other.id),
  );
  const shown = rows.map(({ url, createdAt, updatedAt }) => ({
    url,
    updated_at: updatedAt ?? createdAt,
    created_at: createdAt,
  }));
  return `${JSON.stringify(shown)}\n`;
}

/**
 * Updates the well-known document and stores which version it shows.
 *
 * Each attempt reads the object's hash before the directory, and writes only if the object is unchanged, so that an older
 * list never replaces a newer one. A successful write proves nothing, since the object may have changed back and forth
 * meanwhile: its writer reads it again.
 *
 * @returns the directory that the document shows, or a later one
 * @throws Rejected 503 after too many write conflicts
 */
export async function publish({ directory: table, wellKnown }: PublishServices): Promise<Directory> {
  let goal: number | null = null;
  for (let attempt = 0; attempt <= MAX_WRITE_ATTEMPTS; attempt += 1) {
    const seen = await wellKnown.md5();
    const directory = await table.read();
    // Another invocation has published at least as much.
    if (goal !== null && directory.published >= goal) return directory;
    const { version } = directory;
    const document = wellKnownDocument(directory.entries.values());
    const isShown = seen === md5(document);
    const isPut = !isShown && (await wellKnown.replace(document, seen));
    if ((isShown || isPut) && directory.published < version) await table.markPublished(version);
    if (isShown) return directory;
    goal = isPut ? null : (goal ?? version);
  }
  throw writeConflict("list of recommendations");
}

/** Whether the document shows the current directory. */
export async function isPublished(directory: Directory, wellKnown: WellKnownStore): Promise<boolean> {
  if (directory.published < directory.version) return false;
  return (await wellKnown.md5()) === md5(wellKnownDocument(directory.entries.values()));
}

function md5(document: string): string {
  return createHash("md5").update(document).digest("hex");
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
