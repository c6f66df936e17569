import type { QueueContents } from "../../client/index.ts";
import { translations } from "../../console/language/language.ts";
import { badgeTexts } from "./badge-texts.ts";

/** Tells on the extension's button how many saves wait, or that something is to be done. */
export async function showWaiting({ waiting, failed }: Pick<QueueContents, "waiting" | "failed">, isPaused: boolean) {
  const t = translations(badgeTexts);
  if (failed.length > 0) await show("!", t.failed(failed.length));
  else if (isPaused && waiting.length > 0) await show("!", t.ended);
  else if (waiting.length > 0) await show(String(waiting.length), t.waiting(waiting.length));
  else await show("", t.save);
}

/** Tells on the button, until the tab shows another page, what became of a save without a window. */
export async function showResult(tabId: number | undefined, result: "saved" | "refused" | "notKept"): Promise<void> {
  if (tabId === undefined) return;
  const t = translations(badgeTexts);
  // The tab may be closed by now.
  await show(result === "saved" ? "✓" : "!", t[result], tabId).catch(() => undefined);
}

async function show(text: string, title: string, tabId?: number): Promise<void> {
  const where = tabId === undefined ? {} : { tabId };
  await chrome.action.setBadgeText({ text, ...where });
  await chrome.action.setTitle({ title, ...where });
}
