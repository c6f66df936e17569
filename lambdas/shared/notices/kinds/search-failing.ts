import type { NoticeKindOf } from "../notice-kind.ts";

/** A product whose crawls fail, or a book job whose runs do. */
type SearchFailingData =
  | {
      readonly product: { readonly id: string; readonly name: string };
      /** ISO 8601 UTC. */
      readonly since: string;
      readonly error: string | null;
      /** The search on Mercari. */
      readonly url: string;
    }
  | {
      readonly job: string;
      /** The runs in a row that have failed. */
      readonly count: number;
      readonly error: string | null;
    };

/** A search that has failed for long. */
export const searchFailing: NoticeKindOf<SearchFailingData> = {
  kind: "search_failing",
  seenBy: "administrators",
  channels: ["mail", "webhook"],
  digest: { en: "failing searches", ja: "検索の失敗" },
  link: (data) =>
    "product" in data
      ? { url: data.url, screen: `/app/prices/${data.product.id}` }
      : { url: null, screen: `/app/operations/jobs/${encodeURIComponent(data.job)}` },
  words: {
    en: {
      title: (data) =>
        "product" in data ? `${data.product.name}: its prices can't be read` : `${data.job}: its runs fail`,
      lines: (data) =>
        "product" in data
          ? [
              `Every crawl of the product has failed since ${data.since}. The last error: ${data.error ?? "unknown"}.`,
              `GET /v1/products/${data.product.id}/crawl-runs lists the crawls. The runbook (Crawling Mercari) says what each error means.`,
            ]
          : [
              `The last ${data.count} runs of the book job have failed.`,
              data.error ?? "",
              `GET /v1/jobs/${data.job}/runs lists the runs.`,
            ],
    },
    ja: {
      title: (data) =>
        "product" in data ? `${data.product.name}: 価格を取得できません` : `${data.job}: ジョブの実行が失敗しています`,
      lines: (data) =>
        "product" in data
          ? [
              `この商品の価格の取得は、${data.since} からすべて失敗しています。最後のエラー: ${data.error ?? "不明"}`,
              `取得履歴: GET /v1/products/${data.product.id}/crawl-runs。各エラーの意味はランブック (Crawling Mercari) を参照してください。`,
            ]
          : [
              `書籍の収集ジョブの実行が ${data.count} 回連続して失敗しました。`,
              data.error ?? "",
              `実行の一覧: GET /v1/jobs/${data.job}/runs`,
            ],
    },
  },
};
