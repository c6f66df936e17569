import { alarm } from "./kinds/alarm.ts";
import { newBooks } from "./kinds/books.ts";
import { gone } from "./kinds/gone.ts";
import { mention } from "./kinds/mention.ts";
import { price } from "./kinds/price.ts";
import { searchFailing } from "./kinds/search-failing.ts";
import type { Language } from "./languages.ts";
import type { Notice } from "./notice.ts";
import { plainText } from "./notice.ts";
import type { NoticeKind, NoticeKindOf } from "./notice-kind.ts";

const NOTICE_KINDS = { price, books: newBooks, search_failing: searchFailing, mention, gone, alarm } satisfies Record<
  NoticeKind,
  unknown
>;

/** The record of a kind, for the data that its notices have stored. */
export function recordOf(kind: NoticeKind): NoticeKindOf<object> {
  return NOTICE_KINDS[kind] as unknown as NoticeKindOf<object>;
}

/** A notice with its text in a language. A notice that was made as text keeps it. */
export function inLanguage(notice: Notice, language: Language): Notice {
  const { kind, data } = notice;
  if (data === null) return notice;
  const { title, lines } = recordOf(kind).words[language];
  return { ...notice, ...plainText(title(data), lines(data)) };
}
