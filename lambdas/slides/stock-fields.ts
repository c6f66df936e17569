import * as z from "zod/mini";
import { bothNotes } from "../shared/saved-items/both-notes.ts";
import type { ReadingMarks } from "../shared/saved-items/reading-marks.ts";
import { READING_MARKS } from "../shared/saved-items/reading-marks.ts";
import type { UserFields } from "../shared/saved-items/user-fields.ts";
import { distinctTags, userTags } from "../shared/saved-items/user-tags.ts";

const memo = z.nullable(z.string().check(z.maxLength(5_000)));

export interface WrittenOfStock extends ReadingMarks {
  readonly memo: string | null;
  readonly tags: readonly string[];
}

export const STOCK_FIELDS = {
  memo: {
    attribute: "memo",
    wire: "memo",
    create: z._default(memo, null),
    change: z.optional(memo),
    unwritten: null,
    merge: bothNotes,
  },
  tags: {
    attribute: "tags",
    wire: "tags",
    create: z._default(userTags, []),
    change: z.optional(userTags),
    unwritten: [],
    merge: (stays, other) => distinctTags([...stays, ...other]),
  },
  ...READING_MARKS,
} as const satisfies UserFields<WrittenOfStock>;
