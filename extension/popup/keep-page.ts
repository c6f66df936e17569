import type { SaveIntent } from "../../client/index.ts";
import { keepSave, withPage } from "../saving/keep-save.ts";
import type { Library } from "../saving/library.ts";
import { packedPage } from "../saving/packed-page.ts";
import { tellBackground } from "../saving/tell-background.ts";

/** Why a save is without the page that was to be sent with it. */
export type PageProblem = "too_large" | "unreadable" | "no_space";

/**
 * Keeps a save in this browser, with the page of a tab as the person sees it, and has it sent.
 *
 * @param tabId null for a save without a page
 * @returns why the save has no page; null when it has the one that was asked for
 */
export async function keepPage(
  library: Library,
  intent: SaveIntent,
  tabId: number | null,
): Promise<PageProblem | null> {
  const packed = tabId === null ? null : await packedPage(tabId);
  const { intent: kept } = await keepSave(library, withPage(intent, packed));
  await tellBackground();
  if (packed === null) return null;
  if ("problem" in packed) return packed.problem;
  return "page" in kept ? null : "no_space";
}
