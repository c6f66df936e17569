import type { NewBookmark, SaveIntent } from "../../client/index.ts";
import type { SharedPage } from "./shared-address.ts";

/** What is sent of a page that was handed over: a deck's title is the provider's, so that the page's is no part of it. */
export function saveIntent(
  type: "bookmark" | "stock",
  page: SharedPage,
  tags: readonly string[],
  createdFrom: NonNullable<NewBookmark["created_from"]>,
): SaveIntent {
  const [url, title, note] = [page.url.trim(), page.title.trim(), page.note.trim()];
  const own = tags.length === 0 ? {} : { tags: [...tags] };
  if (type === "stock") return { create: "stock", body: { url, ...(note === "" ? {} : { memo: note }), ...own } };
  return {
    create: "bookmark",
    body: {
      url,
      created_from: createdFrom,
      ...(title === "" ? {} : { title }),
      ...(note === "" ? {} : { note }),
      ...own,
    },
  };
}
