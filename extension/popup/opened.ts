import { messageOf } from "../../console/language/message-of.ts";
import type { SharedPage } from "../../console/share/shared-page.ts";
import { isAlwaysAsSeen } from "../saving/as-i-see-it.ts";
import type { Library } from "../saving/library.ts";
import { openLibrary } from "../saving/library.ts";
import type { Tab } from "../saving/page.ts";
import { currentTab, pageOf } from "../saving/page.ts";
import { Session } from "../session/session.ts";
import type { Stage } from "../stage/stage.ts";
import { readStage } from "../stage/stage.ts";

/** How far the window has come. */
export type Opened =
  | { readonly step: "loading" | "not-set-up" }
  | { readonly step: "signed-out"; readonly stage: Stage }
  | { readonly step: "failed"; readonly why: string }
  /** The page is null where none of the web is shown. */
  | { readonly step: "ready"; readonly stage: Stage; readonly library: Library; readonly page: ShownPage | null };

export interface ShownPage extends SharedPage {
  readonly tabId: number;
  /** Whether the person has chosen that pages of its host are always saved as they are seen. */
  readonly isAsSeen: boolean;
}

/** Opens what the window shows: the page that the person looks at, and what this browser has of the person. */
export async function open(): Promise<Opened> {
  const stage = await readStage();
  if (stage === null) return { step: "not-set-up" };
  const session = new Session(stage.signIn);
  const person = await session.person();
  if (person === null) return { step: "signed-out", stage };
  try {
    const [library, page] = await Promise.all([openLibrary(stage, session, person.id), currentTab().then(shownPageOf)]);
    return { step: "ready", stage, library, page };
  } catch (error) {
    return { step: "failed", why: messageOf(error) };
  }
}

async function shownPageOf(tab: Tab | null): Promise<ShownPage | null> {
  const page = await pageOf(tab);
  if (page === null || tab?.id === undefined) return null;
  return { ...page, tabId: tab.id, isAsSeen: await isAlwaysAsSeen(page.url) };
}
