import { safeAddress } from "../../console/parts/safe-address.ts";
import type { SharedPage } from "../../console/share/shared-page.ts";
import { fittingPage } from "../../console/share/shared-page.ts";

/** What is known of a tab. Its address and title are there after the person has used the extension on it (`activeTab`). */
export type Tab = Pick<chrome.tabs.Tab, "id" | "url" | "title">;

export async function currentTab(): Promise<Tab | null> {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  return tab ?? null;
}

/** The page of a tab, with what is selected on it as the note; null for a page that is not on the web. */
export async function pageOf(tab: Tab | null): Promise<SharedPage | null> {
  const note = tab?.id === undefined ? "" : await selectionOf(tab.id);
  return pageAt(tab?.url, tab?.title, note);
}

/** A page at an address; null for an address that is not on the web. */
export function pageAt(address = "", title = "", note = ""): SharedPage | null {
  const url = safeAddress(address);
  return url === null ? null : fittingPage({ url, title, note });
}

/** What is selected on a page; nothing on a page that the browser keeps extensions away from, such as its own shop. */
async function selectionOf(tabId: number): Promise<string> {
  try {
    const [frame] = await chrome.scripting.executeScript({
      target: { tabId },
      func: () => getSelection()?.toString() ?? "",
    });
    return frame?.result ?? "";
  } catch {
    return "";
  }
}
