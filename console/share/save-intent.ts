import type { NewBookmark, SaveIntent } from "../../client/index.ts";
import type { SharedPage } from "./shared-page.ts";

/** The intent to save a shared page. A deck's title is the provider's, so the page's title is not sent. */
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
