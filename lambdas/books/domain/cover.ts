import { derivedId } from "../../shared/derived-id.ts";

/** The outcome of copying a book's cover (docs/decisions/0046-pictures.md). */
export interface Cover {
  /** The address that the outcome is of. */
  readonly of: string;
  /** The path of the copy on the site's domain; null for an address that has no picture of the book. */
  readonly path: string | null;
}

/** A book with the outcome of copying its cover; null without one. */
interface Covered {
  readonly thumbnailUrl: string | null;
  readonly cover: Cover | null;
}

/** Whether there is something to copy or to delete: the outcome is not of the book's present address. */
export function isCoverDue({ thumbnailUrl, cover }: Covered): boolean {
  return (cover?.of ?? null) !== thumbnailUrl;
}

/** The path of the cover that is shown; null without one. */
export function shownCover(book: Covered): string | null {
  return isCoverDue(book) ? null : (book.cover?.path ?? null);
}

/**
 * Where the copy lies. An ISBN can be guessed, the run's id can't; books of version 1.0.0 have none, and are told by the
 * millisecond in which they were found.
 */
export function coverFolder(book: {
  readonly id: string;
  readonly runId: string | null;
  readonly firstSeenAt: string;
}) {
  return derivedId("cover", book.id, book.runId ?? book.firstSeenAt);
}
