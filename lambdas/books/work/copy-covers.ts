import type { RequestFailure } from "../../shared/outbound/request-failure.ts";
import type { PictureServices } from "../../shared/pictures/copy-pictures.ts";
import { copyPictures } from "../../shared/pictures/copy-pictures.ts";
import { THUMBNAIL } from "../../shared/pictures/picture-size.ts";
import type { PictureStore } from "../../shared/pictures/picture-store.ts";
import { outcomeOfFailure } from "../../shared/work/message-outcome.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import type { Cover } from "../domain/cover.ts";
import { coverFolder, isCoverDue } from "../domain/cover.ts";
import { isPlaceholder } from "../readers/google-cover.ts";
import type { BookTable, StoredBook } from "../tables/book-table.ts";

export interface CoverServices extends Pick<PictureServices, "fetch" | "fitPictures"> {
  readonly books: BookTable;
  readonly pictures: Pick<PictureStore, "put" | "delete">;
  readonly random: () => number;
}

/** The waits between four attempts: 1, 5 and 25 minutes, each with jitter. */
const BACK_OFF = { first: 60, factor: 5, longest: 3_600 };

/**
 * Copies the covers of these books, and deletes the copies of those that have none any more. A book whose outcome is stored
 * is left out, so that a repetition continues.
 *
 * @throws RetryLater when a cover may be had later
 */
export async function copyCovers(
  ids: readonly string[],
  { books, fetch, fitPictures, pictures, random }: CoverServices,
  received: ReceivedMessage,
): Promise<void> {
  const due = (await books.getAll(ids)).filter(isCoverDue);
  const copied = await copyPictures(
    due.map((book) => ({
      addresses: book.thumbnailUrl === null ? [] : [book.thumbnailUrl],
      sizes: [THUMBNAIL],
      folder: coverFolder(book),
      isPlaceholder,
    })),
    { fetch, fitPictures, pictures },
  );
  let later: RequestFailure | null = null;
  for (const [index, book] of due.entries()) {
    const { thumbnailUrl } = book;
    const { failure = null, paths: [path = null] = [] } = copied[index] ?? {};
    if (thumbnailUrl !== null && failure?.kind === "transient") later = failure;
    else await keep(book, thumbnailUrl === null ? null : { of: thumbnailUrl, path }, { books, pictures });
  }
  if (later !== null) throw outcomeOfFailure(later, BACK_OFF, received, random());
}

/** Stores an outcome, and deletes the copy that no book names then: the former one, or the new one of an address that is outdated. */
async function keep(
  book: StoredBook,
  cover: Cover | null,
  { books, pictures }: Pick<CoverServices, "books" | "pictures">,
): Promise<void> {
  const isStored = await books.setCover(book, cover);
  const [former, current] = [book.cover?.path ?? null, cover?.path ?? null];
  const unnamed = isStored ? former : current;
  if (unnamed !== null && former !== current) await pictures.delete([unnamed]);
}
