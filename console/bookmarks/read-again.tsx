import type { Bookmark } from "../../client/index.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import type { Refreshed } from "../parts/queue/refresh-button.tsx";
import { RefreshButton } from "../parts/queue/refresh-button.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** The button that has the page of a bookmark read again. */
export function ReadAgain({ item: { id, status }, ...shown }: Refreshed & { readonly item: Bookmark }) {
  const t = translations(bookmarkTexts);
  const isUnderWay = status !== "done" && status !== "failed";
  const told = () => (isOffline.value ? t.kept : t.willRead);
  return <RefreshButton type="bookmark" {...{ id, isUnderWay, told, ...shown }} />;
}
