import * as z from "zod/mini";
import { bothNotes } from "../../shared/saved-items/both-notes.ts";
import type { Place } from "../../shared/saved-items/changes-by-place.ts";
import { laterPlace } from "../../shared/saved-items/changes-by-place.ts";
import type { ReadingMarks } from "../../shared/saved-items/reading-marks.ts";
import { READING_MARKS } from "../../shared/saved-items/reading-marks.ts";
import type { UserFields } from "../../shared/saved-items/user-fields.ts";
import { distinctTags, userTags } from "../../shared/saved-items/user-tags.ts";
import { placeSchema } from "./place.ts";

/** The longest note, in UTF-16 code units. */
export const LONGEST_NOTE = 5_000;

const title = z.nullable(z.string().check(z.maxLength(500)));
const note = z.nullable(z.string().check(z.maxLength(LONGEST_NOTE)));

export interface WrittenOfBookmark extends ReadingMarks {
  readonly title: string | null;
  readonly note: string | null;
  /** In place of the summary's tags; null: the summary's tags apply. */
  readonly userTags: readonly string[] | null;
  /** Where the user was in the kept text at last. Bookmarks of the last release have none. */
  readonly place?: Place | null;
}

export const BOOKMARK_FIELDS = {
  title: {
    attribute: "title",
    wire: "title",
    create: z._default(title, null),
    change: z.optional(title),
    unwritten: null,
    merge: (stays, other) => stays ?? other,
  },
  note: {
    attribute: "note",
    wire: "note",
    create: z._default(note, null),
    change: z.optional(note),
    unwritten: null,
    merge: bothNotes,
  },
  userTags: {
    attribute: "user_tags",
    wire: "tags",
    create: z.nullish(userTags),
    change: z.nullish(userTags),
    unwritten: null,
    merge: (stays, other) => (stays === null || other === null ? (stays ?? other) : distinctTags([...stays, ...other])),
  },
  ...READING_MARKS,
  place: {
    attribute: "place",
    wire: "place",
    create: z.nullish(placeSchema),
    unwritten: null,
    merge: laterPlace,
  },
} as const satisfies UserFields<WrittenOfBookmark>;
