import type { Stock } from "../../client/index.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import type { Refreshed } from "../parts/queue/refresh-button.tsx";
import { RefreshButton } from "../parts/queue/refresh-button.tsx";
import { slidesTexts } from "./slides-texts.ts";

/** The button that has a deck fetched again. */
export function FetchAgain({ item: { id, status }, ...shown }: Refreshed & { readonly item: Stock }) {
  const t = translations(slidesTexts);
  const isUnderWay = status === "pending";
  const told = () => (isOffline.value ? t.savedOffline : t.fetchedAgain);
  return <RefreshButton type="stock" {...{ id, isUnderWay, told, ...shown }} />;
}
