import { looksLikeDeck } from "../client/addresses/deck-address.ts";
import { translations } from "../console/language/language.ts";
import { saveIntent } from "../console/share/save-intent.ts";
import type { SharedPage } from "../console/share/shared-page.ts";
import { followBrowser } from "./language/follow-browser.ts";
import { isAlwaysAsSeen } from "./saving/as-i-see-it.ts";
import { showResult, showWaiting } from "./saving/badge.ts";
import { badgeTexts } from "./saving/badge-texts.ts";
import { keepSave, withPage } from "./saving/keep-save.ts";
import { packedPage } from "./saving/packed-page.ts";
import { currentTab, pageAt, pageOf } from "./saving/page.ts";
import type { PersonsQueue } from "./saving/queue.ts";
import { openQueue } from "./saving/queue.ts";
import { WAITING } from "./saving/tell-background.ts";
import { Session } from "./session/session.ts";
import { readStage } from "./stage/stage.ts";

// The script in the background, which the browser starts for each of these events, and ends when it is idle. It sends requests
// only while something waits to be sent.

const AGAIN = "again";
/** Minutes; the shortest time that browsers wait. */
const AGAIN_MINUTES = 0.5;
/** After the API has refused the session, signing in helps, which is told at once; only an issuer's failure passes by itself. */
const AGAIN_PAUSED_MINUTES = 30;

followBrowser();
// The session's tokens are for the extension's own pages: a browser lets the scripts that it runs in web pages read them, too.
handle(async () => chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" }));
chrome.runtime.onInstalled.addListener(() => handle(makeMenu));
chrome.runtime.onStartup.addListener(() => handle(sendWaiting));
chrome.alarms.onAlarm.addListener(() => handle(sendWaiting));
chrome.runtime.onMessage.addListener((message) => {
  if (message === WAITING) handle(sendWaiting);
});
chrome.commands.onCommand.addListener((command, tab) => {
  if (command === "save-page") handle(() => saveTab(tab));
});
chrome.contextMenus.onClicked.addListener((clicked, tab) => handle(() => saveClicked(clicked, tab)));
// Whatever has started it: what waits may have waited since the browser was ended.
handle(sendWaiting);

/** An event that fails leaves what waits where it is; the alarm comes back to it. */
function handle(work: () => Promise<void>): void {
  work().catch((error: unknown) => console.error("Magpie's script in the background fails.", error));
}

async function makeMenu(): Promise<void> {
  const t = translations(badgeTexts);
  await chrome.contextMenus.removeAll();
  chrome.contextMenus.create({ id: "page", contexts: ["page"], title: t.savePage });
  chrome.contextMenus.create({ id: "link", contexts: ["link"], title: t.saveLink });
  chrome.contextMenus.create({ id: "selection", contexts: ["selection"], title: t.saveSelection });
}

async function saveTab(given: chrome.tabs.Tab | undefined): Promise<void> {
  const tab = given ?? (await currentTab());
  await save(await pageOf(tab), tab?.id, true);
}

async function saveClicked(clicked: chrome.contextMenus.OnClickData, tab: chrome.tabs.Tab | undefined): Promise<void> {
  const page =
    clicked.menuItemId === "link"
      ? pageAt(clicked.linkUrl)
      : pageAt(tab?.url ?? clicked.pageUrl, tab?.title, clicked.selectionText);
  await save(page, tab?.id, clicked.menuItemId !== "link");
}

/**
 * Keeps a page in the queue, and sends it if that is possible. Without a session nothing is kept: nobody's it would be.
 *
 * @param isOfTab whether the tab shows the page, so that it can be saved as the person sees it
 */
async function save(page: SharedPage | null, tabId: number | undefined, isOfTab: boolean): Promise<void> {
  if (page === null) {
    await showResult(tabId, "refused");
    return;
  }
  const opened = await openedQueue();
  if (opened === null) {
    await chrome.runtime.openOptionsPage();
    return;
  }
  const type = looksLikeDeck(page.url) ? "stock" : "bookmark";
  const packed =
    type === "bookmark" && isOfTab && tabId !== undefined && (await isAlwaysAsSeen(page.url))
      ? await packedPage(tabId)
      : null;
  const intent = withPage(saveIntent(type, page, [], "extension"), packed);
  const { idempotencyKey } = await keepSave(opened, intent).catch(async (error: unknown) => {
    await showResult(tabId, "notKept");
    throw error;
  });
  await sendWaiting();
  const { waiting, failed } = await opened.queue.contents();
  const isThere = [...waiting, ...failed].some((entry) => entry.idempotencyKey === idempotencyKey);
  if (!isThere) await showResult(tabId, "saved");
}

/** Sends what waits, and comes back as long as something does. */
async function sendWaiting(): Promise<void> {
  const opened = await openedQueue();
  if (opened !== null && (await opened.queue.contents()).waiting.length > 0) {
    // Before it is sent: the browser may end this script, or itself, at any moment.
    await chrome.alarms.create(AGAIN, { periodInMinutes: AGAIN_MINUTES });
    // The session may have been renewed, or begun again, since the API refused it.
    opened.queue.resume();
    await opened.queue.flush();
    if (opened.queue.paused) await chrome.alarms.create(AGAIN, { periodInMinutes: AGAIN_PAUSED_MINUTES });
  }
  await tellWaiting();
}

/** Tells on the button what waits. When nothing does, nothing comes back to it. */
async function tellWaiting(): Promise<void> {
  const opened = await openedQueue();
  const read = async () => (await opened?.queue.contents()) ?? { waiting: [], failed: [] };
  let contents = await read();
  if (contents.waiting.length === 0) {
    await chrome.alarms.clear(AGAIN);
    // Another event may have kept a page meanwhile, and the alarm was its.
    contents = await read();
    if (contents.waiting.length > 0) await chrome.alarms.create(AGAIN, { periodInMinutes: AGAIN_MINUTES });
  }
  await showWaiting(contents, opened?.queue.paused ?? false);
}

let latest: (PersonsQueue & { readonly owner: string }) | null = null;

/** The queue of who is signed in; null while nobody is. It sends again soon, too, for as long as this script runs. */
async function openedQueue(): Promise<PersonsQueue | null> {
  const stage = await readStage();
  const session = stage === null ? null : new Session(stage.signIn);
  const person = (await session?.person()) ?? null;
  const owner = stage === null || person === null ? null : `${stage.apiUrl} ${person.id}`;
  const last = latest;
  if (last !== null && last.owner === owner) return last;
  latest = null;
  await last?.queue.stop();
  if (stage === null || session === null || person === null || owner === null) return null;
  // Another event may have opened it while this one waited.
  if (latest === null) {
    latest = { owner, ...openQueue(stage, session, person.id, () => handle(tellWaiting)) };
    (latest as PersonsQueue).queue.start();
  }
  return latest;
}
