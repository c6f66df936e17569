import type { Book } from "../../client/index.ts";
import { OutsideImage } from "../parts/outside-image.tsx";
import { hueOf } from "../parts/pictures/hue-of.ts";
import { OwnPicture } from "../parts/pictures/own-picture.tsx";
import { initialsOf } from "./book-words.ts";

/** Whether a book's cover is at Google only: then people choose whether they see it. */
export function isOutsideCover({ image_url: copy, thumbnail_url: outside }: Book): boolean {
  return copy === null && outside !== null;
}

/**
 * The cover of a book: its initials in a colour of its own, and over them the site's copy of the picture; without a copy, that
 * of Google, for a person who wants such images.
 */
export function BookCover({ book, title }: { readonly book: Book; readonly title: string }) {
  return (
    <span class="tile book-cover" aria-hidden="true" lang={book.language ?? ""} style={{ "--hue": hueOf(title) }}>
      {initialsOf(title)}
      {book.image_url === null ? (
        <OutsideImage url={book.thumbnail_url} width={128} height={192} />
      ) : (
        <OwnPicture url={book.image_url} width={128} height={192} />
      )}
    </span>
  );
}
