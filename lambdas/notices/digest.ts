import type { Notice, NoticeKind } from "../shared/notices/notice.ts";
import { newNotice } from "../shared/notices/notice.ts";
import type { Digest } from "./digest-day.ts";

const WORDS: Readonly<Record<NoticeKind, string>> = {
  price: "prices",
  books: "new books",
  search_failing: "failing searches",
  mention: "new recommendations",
  gone: "saved pages that are gone",
  alarm: "urgent alarms",
};

/** The notice that is sent in place of a day's notices beyond the tenth: it has their titles. It appears in no list. */
export function digestNotice(
  { kind, day }: Digest,
  { notices, hasMore }: { readonly notices: readonly Notice[]; readonly hasMore: boolean },
  now: Date,
): Notice {
  const count = hasMore ? `More than ${notices.length}` : String(notices.length);
  return newNotice(
    {
      kind,
      about: ["digest", day],
      title: `${count} more ${count === "1" ? "notice" : "notices"} of ${WORDS[kind]} on ${day} (UTC)`,
      lines: [...notices.map(({ title }) => `- ${title}`), ...(hasMore ? ["There are more."] : [])],
      url: null,
    },
    now,
  );
}
