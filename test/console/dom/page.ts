import { signal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { LocationProvider, Route, Router } from "preact-iso/router";
import { onTestFinished } from "vitest";
import type { NewQueueEntry, OfflineQueue, SyncState } from "../../../client/index.ts";
import { OfflineQueue as Queue, sync } from "../../../client/index.ts";
import { isOffline } from "../../../console/device/offline.ts";
import { preferences } from "../../../console/device/preferences.ts";
import { BackgroundImport } from "../../../console/library/background-import.ts";
import { KeptTexts } from "../../../console/library/kept-texts.ts";
import type { Library } from "../../../console/library/library.ts";
import { ReadNotices } from "../../../console/library/read-notices.ts";
import type { SignedIn } from "../../../console/library/signed-in.ts";
import { SignedInProvider } from "../../../console/library/signed-in.ts";
import { notify, Status } from "../../../console/status/status.tsx";
import { memoryStorage } from "../../client/memory-storage.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { memorySyncStorage } from "../../client/sync/memory-sync-storage.ts";
import { loaded, settled } from "./acts.ts";
import { MemoryImportStorage } from "./memory-import-storage.ts";
import { memoryTextStorage } from "./memory-text-storage.ts";

/** What a person has chosen before any test. */
const { value: initial } = preferences;

// The DOM knows no popovers: what is in them is shown, and nothing hides it.
HTMLElement.prototype.hidePopover = () => undefined;

/** A screen of the console in a DOM without a browser, of a person whose items are in memory. */
export interface Page {
  readonly api: ChangesApi;
  readonly library: Library;
  readonly queue: OfflineQueue;
  /** What waits to be sent. */
  readonly intents: () => Promise<readonly NewQueueEntry["intent"][]>;
  /** Sends what waits. */
  readonly send: () => Promise<void>;
  /** Takes over what has changed at the API. */
  readonly refresh: () => Promise<void>;
  /** Changes what is known of the sync, such as that not all is on the device yet. */
  readonly setSync: (changes: Partial<SyncState>) => Promise<void>;
  /** Shows a screen at an address below `/app/`; `pattern` names the parts of the address that the screen reads. */
  readonly show: (screen: ComponentType, path?: string, pattern?: string) => Promise<void>;
  /** Shows a screen, and waits for all that follows in memory. */
  readonly open: Page["show"];
}

/** What waits in the queue before the page is opened. */
export function entryOf(intent: NewQueueEntry["intent"], fields: Partial<NewQueueEntry> = {}): NewQueueEntry {
  return {
    idempotencyKey: crypto.randomUUID(),
    intent,
    enqueuedAt: new Date().toISOString(),
    state: "waiting",
    attempts: 0,
    strikes: 0,
    lastError: null,
    ...fields,
  };
}

/**
 * Opens a page of a person with these entries in the queue, and all that the API has. Nothing is sent by itself. After the
 * test the device is as new: online, and without choices.
 */
export async function openPage(
  entries: readonly NewQueueEntry[] = [],
  api = new ChangesApi(),
  isAdmin = false,
  session: object = { hasEnded: signal(false) },
  config: object = {},
): Promise<Page> {
  onTestFinished(() => {
    preferences.value = initial;
    localStorage.clear();
    isOffline.value = false;
  });
  const queued = memoryStorage();
  for (const entry of entries) await queued.add(entry);
  const client = api.client();
  const revision = signal(0);
  const queue = new Queue({
    client,
    storage: queued,
    onEvent: () =>
      void queue.contents().then((contents) => {
        waiting.value = contents;
      }),
  });
  const waiting = signal(await queue.contents());
  const synced = await sync({
    client,
    queue,
    storage: memorySyncStorage(),
    onEvent: ({ type }) => {
      if (type === "changed") revision.value += 1;
    },
  });
  await synced.refresh();
  const onError = (error: unknown) => {
    throw error;
  };
  const texts = new KeptTexts({
    client,
    storage: memoryTextStorage(),
    bookmarks: () => ({ newestFirst: [], isWhole: false }),
    choice: () => preferences.peek().keptTexts,
    onFull: () => undefined,
    onError,
  });
  const storage = new MemoryImportStorage().tab();
  const imports = new BackgroundImport({ client, storage, onError, isOnline: () => !isOffline.peek() });
  imports.start();
  onTestFinished(() => imports.close());
  const state = signal(synced.state);
  const person = { id: "ada", name: "Ada", isAdmin };
  const readNotices = new ReadNotices(person.id);
  onTestFinished(() => readNotices.close());
  const background = { texts, imports };
  const lazily = { background: signal(background), loadBackground: async () => background };
  const shared = { client, queue, synced, revision, waiting, state, readNotices, ...lazily };
  const library = shared as unknown as Library;
  const signedIn = { config, session, person, library } as unknown as SignedIn;
  const show: Page["show"] = async (screen, path = "", pattern = "") => {
    // In each test: what a module does when it is loaded concerns the first of the files that share it.
    const end = () => {
      document.querySelector<HTMLElement>(".status[role=alert] button")?.click();
      notify("");
      return act(() => render(null, document.body));
    };
    await end();
    // After the page has gone, which keeps its place: the last one that is registered runs first.
    onTestFinished(() => sessionStorage.clear());
    onTestFinished(end);
    history.replaceState(null, "", `/app/${path}`);
    await act(() => {
      const shown = h(screen, {});
      const routed = () =>
        h(Router, { children: [h(Route, { path: `/app/${pattern}`, component: () => shown }) as VNode] });
      const main = h("main", {}, pattern === "" ? shown : routed());
      render(
        h(SignedInProvider, { value: signedIn }, h(LocationProvider, { scope: "/app/" }, main, h(Status, {}))),
        document.body,
      );
    });
  };
  return {
    api,
    library,
    queue,
    intents: async () => (await queue.contents()).waiting.map(({ intent }) => intent),
    send: () =>
      act(async () => {
        await queue.flush();
        await settled();
      }),
    refresh: () => act(async () => void (await synced.refresh())),
    setSync: (changes) =>
      act(() => {
        state.value = { ...state.value, ...changes };
      }),
    show,
    open: async (...shown) => {
      await show(...shown);
      await loaded();
      for (let turn = 0; turn < 2; turn += 1) await act(settled);
    },
  };
}
