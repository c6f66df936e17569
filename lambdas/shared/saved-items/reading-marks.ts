import * as z from "zod/mini";
import type { UserFields } from "./user-fields.ts";

/** The marks `unread` and `starred`. Items of the last release have neither. */
export interface ReadingMarks {
  /** True from when the item is saved, until it was read or is marked. */
  readonly unread?: boolean;
  readonly starred?: boolean;
}

const flag = z.optional(z.boolean());

export const READING_MARKS = {
  unread: {
    attribute: "unread",
    wire: "unread",
    create: flag,
    change: flag,
    unwritten: true,
    merge: (stays = true, other = true) => stays && other,
  },
  starred: {
    attribute: "starred",
    wire: "starred",
    create: flag,
    change: flag,
    unwritten: false,
    merge: (stays = false, other = false) => stays || other,
  },
} as const satisfies UserFields<ReadingMarks>;

/** The marks in answers. */
export const marksSchema = { unread: z.boolean(), starred: z.boolean() };

export function marksAnswer({ unread = true, starred = false }: ReadingMarks) {
  return { unread, starred };
}
