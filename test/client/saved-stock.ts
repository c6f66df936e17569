import type { Stock } from "../../client/index.ts";

/** A stock in an answer of the API: saved a moment ago, and not fetched yet. */
export function savedStock(fields: Partial<Stock> & Pick<Stock, "id" | "original_url" | "created_at">): Stock {
  return {
    provider: "speakerdeck",
    canonical_url: fields.original_url,
    status: "pending",
    title: null,
    author_name: null,
    thumbnail_url: null,
    embed_url: null,
    memo: null,
    tags: [],
    unread: true,
    starred: false,
    updated_at: fields.created_at,
    ...fields,
  };
}
