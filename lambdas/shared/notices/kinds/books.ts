import type { NoticeKindOf } from "../notice-kind.ts";

/** The new books of a run; or the total of a search that was exhausted before. */
type BooksData = { readonly job: string } & (
  | {
      /** The number of all; `titles` names the first ones, each with its authors. */
      readonly count: number;
      readonly titles: readonly string[];
      readonly url: string | null;
    }
  | { readonly total: number; readonly read: number }
);

/** New books that a job has found. */
export const newBooks: NoticeKindOf<BooksData> = {
  kind: "books",
  seenBy: "everybody",
  channels: ["mail", "webhook"],
  digest: { en: "new books", ja: "新しい書籍" },
  link: (data) => {
    const job = encodeURIComponent(data.job);
    return "total" in data
      ? { url: null, screen: `/app/operations/jobs/${job}` }
      : { url: data.url, screen: `/app/books?job=${job}` };
  },
  words: {
    en: {
      title: (data) =>
        "total" in data
          ? `${data.job}: there may be more results`
          : `${data.count} new ${data.count === 1 ? "book" : "books"}: ${data.job}`,
      lines: (data) => {
        if ("total" in data)
          return [
            `Google Books tells ${data.total} results; the search was exhausted at ${data.read}.`,
            `A reset of the cursor reads it again: magpie job cursor reset ${data.job} --yes, or the job's screen.`,
          ];
        const left = data.count - data.titles.length;
        return [...data.titles.map(listed), left > 0 ? `${left} ${left === 1 ? "other" : "others"}.` : ""];
      },
    },
    ja: {
      title: (data) =>
        "total" in data ? `${data.job}: 検索結果が増えた可能性があります` : `${data.job}: 新しい書籍 ${data.count} 冊`,
      lines: (data) => {
        if ("total" in data)
          return [
            `Google ブックスの検索結果は ${data.total} 件ですが、${data.read} 件で収集を完了していました。`,
            `カーソルをリセットすると、先頭から収集し直します: magpie job cursor reset ${data.job} --yes、またはジョブの画面`,
          ];
        const left = data.count - data.titles.length;
        return [...data.titles.map(listed), left > 0 ? `ほか ${left} 冊` : ""];
      },
    },
  },
};

/** The hyphen comes first, so that no line begins with text from outside. */
function listed(title: string): string {
  return `- ${title}`;
}
