import { isOffline } from "../../device/offline.ts";
import { timeFrom } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { importBannerTexts } from "./import-banner-texts.ts";

/** What an import waits for; empty when it waits for nothing. */
export function pauseWords({ pausedUntil }: { readonly pausedUntil: string | null }): string {
  const t = translations(importBannerTexts);
  if (isOffline.value) return t.waitsForNetwork;
  return pausedUntil === null ? "" : t.pausedUntil(timeFrom(pausedUntil, new Date()));
}
