import type { NoticeKindOf } from "../notice-kind.ts";

/** The bookmarks of everybody: it names none, since bookmarks are people's own. */
interface GoneData {
  /** UTC month, such as `2026-05`. */
  readonly month: string;
  readonly count: number;
  /** Whether there may be more: no more are counted. */
  readonly more: boolean;
}

/** Saved pages that were found to be gone in a month. */
export const gone: NoticeKindOf<GoneData> = {
  kind: "gone",
  seenBy: "everybody",
  channels: ["mail", "webhook"],
  digest: { en: "saved pages that are gone", ja: "消えたページ" },
  link: () => ({ url: null, screen: "/app/bookmarks?q=is%3Agone" }),
  words: {
    en: {
      title: ({ month, count, more }) =>
        `${count} saved ${count === 1 ? "page" : "pages"}${more ? " or more" : ""} found to be gone in ${month}`,
      lines: () => ["The texts that were kept of them stay. The search is:gone lists your own."],
    },
    ja: {
      title: ({ month, count, more }) => `${month} に消失を確認した保存ページ: ${count} 件${more ? "以上" : ""}`,
      lines: () => ["保存済みの本文は残ります。自分のページは is:gone で検索できます。"],
    },
  },
};
