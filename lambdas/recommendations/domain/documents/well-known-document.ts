import type { DirectoryEntry } from "../directory.ts";

/**
 * The well-known document. The text does not depend on the order of the recommendations. Like Ghost's, it begins with the
 * oldest.
 */
export function wellKnownDocument(entries: Iterable<DirectoryEntry>): string {
  const shown = [...entries].sort(byCreation).map(({ url, createdAt, updatedAt }) => ({
    url,
    updated_at: updatedAt ?? createdAt,
    created_at: createdAt,
  }));
  return `${JSON.stringify(shown)}\n`;
}

/** The order of all published documents, the oldest first. */
export function byCreation(
  one: Pick<DirectoryEntry, "createdAt" | "id">,
  other: Pick<DirectoryEntry, "createdAt" | "id">,
): number {
  return compareTexts(one.createdAt, other.createdAt) || compareTexts(one.id, other.id);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
