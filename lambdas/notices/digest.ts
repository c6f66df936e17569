import type { Language } from "../shared/notices/languages.ts";
import type { Notice } from "../shared/notices/notice.ts";
import { noticeId, plainText } from "../shared/notices/notice.ts";
import { inLanguage, recordOf } from "../shared/notices/notice-kinds.ts";
import type { Digest } from "./digest-day.ts";

const NOTICES_SCREEN = "/app/notices";

const WORDS: Readonly<
  Record<Language, { title(count: number, hasMore: boolean, of: string, day: string): string; more: string }>
> = {
  en: {
    title: (count, hasMore, of, day) =>
      `${hasMore ? `More than ${count}` : count} more ${count === 1 ? "notice" : "notices"} of ${of} on ${day} (UTC)`,
    more: "There are more.",
  },
  ja: {
    title: (count, hasMore, of, day) => `${of}のお知らせ: ${day} (UTC) の残り ${count} 件${hasMore ? "以上" : ""}`,
    more: "ほかにもあります。",
  },
};

/** The notice that is sent in place of a day's notices beyond the tenth: it has their titles. It appears in no list. */
export function digestNotice(
  { kind, day }: Digest,
  { notices, hasMore }: { readonly notices: readonly Notice[]; readonly hasMore: boolean },
  now: Date,
  language: Language,
): Notice {
  const { title, more } = WORDS[language];
  const titles = notices.map((notice) => `- ${inLanguage(notice, language).title}`);
  const of = recordOf(kind).digest?.[language] ?? "";
  return {
    id: noticeId(kind, ["digest", day]),
    kind,
    data: null,
    ...plainText(title(notices.length, hasMore, of, day), [...titles, ...(hasMore ? [more] : [])]),
    url: null,
    screen: NOTICES_SCREEN,
    createdAt: now.toISOString(),
  };
}
