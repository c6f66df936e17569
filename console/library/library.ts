import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal, untracked } from "@preact/signals";
import type { Bookmark, QueueContents, Sync, SyncEvent, SyncState } from "../../client/index.ts";
import { MagpieClient, OfflineQueue, sync } from "../../client/index.ts";
import { preferences } from "../device/preferences.ts";
import { translations } from "../language/language.ts";
import type { Session } from "../session/session.ts";
import { notifyFailure } from "../status/status.tsx";
import type { Background } from "./background.ts";
import { deleteDatabase } from "./delete-database.ts";
import { libraryTexts } from "./library-texts.ts";
import { ReadNotices } from "./read-notices.ts";
import { StorageFailures } from "./storage-failures.ts";
import { queueStorage, syncStorage } from "./stored-in-generation.ts";

/** After a refused token that could not be renewed, it is tried again after these milliseconds. */
const RENEW_AGAIN_MS = 30_000;

/** Bookmarks that are shown before all are here, or are read: as many as their screen shows at first. */
const NEWEST = 50;

/** One person's library: the API's client, what was synced to this device, and what waits to be sent. */
export interface Library {
  readonly client: MagpieClient;
  readonly queue: OfflineQueue;
  readonly synced: Sync;
  /** Grows when `synced` lists something else. */
  readonly revision: ReadonlySignal<number>;
  /** The entries of the queue. */
  readonly waiting: ReadonlySignal<QueueContents>;
  readonly state: ReadonlySignal<SyncState>;
  /** Null until its file is loaded: soon after the start, or before the first screen on a device that may have an import. */
  readonly background: ReadonlySignal<Background | null>;
  /** Loads it, or gives what is loaded. @throws TypeError when its file can't be loaded now */
  readonly loadBackground: () => Promise<Background>;
  readonly readNotices: ReadNotices;
  /** Begins following the changes and sending what waits. */
  readonly start: () => void;
  /** Ends it. */
  readonly close: () => Promise<void>;
  /**
   * Closes, ends the session, and deletes the copy of what the API has from this device; what waits to be sent stays, and an
   * import that goes on. Leaves the page.
   */
  readonly signOut: () => Promise<void>;
}

/**
 * Opens what this device has of a person, follows the API's changes, and sends what waits.
 *
 * @param personId each person has databases of their own on this device
 * @throws SignedOut when this device was signed out, and errors of IndexedDB, e.g. when the browser forbids it
 */
export async function openLibrary(apiUrl: string, personId: string, session: Session): Promise<Library> {
  const generation = session.generation.peek();
  const copyName = `magpie-copy ${personId}`;
  const databases = { texts: `magpie-texts ${personId}`, imports: `magpie-import ${personId}` };
  // A person waits for each call: after a second it is better to say why it fails. The queue itself repeats what it sends.
  const retry = { maxAttempts: 3, firstWaitMs: 300 };
  const client = new MagpieClient({ baseUrl: apiUrl, token: (refused) => session.token(personId, refused), retry });
  // Requested while the databases are made, which takes as long.
  const [hasCopy, hasImport] = [isOnDevice(copyName), isOnDevice(databases.imports)];
  const early = hasCopy.then((isHere) => (isHere ? null : newest(client)));
  const failures = new StorageFailures(session);
  const fails = failures.report;
  const queueChanges = signal(0);
  const queue = new OfflineQueue({
    client,
    storage: queueStorage(`magpie-queue ${personId}`, generation),
    onEvent: () => {
      queueChanges.value += 1;
    },
    onError: fails,
  });
  const waiting = signal(await queue.contents());
  const syncEvent = signal<SyncEvent | null>(null);
  const synced = await sync({
    client,
    queue,
    storage: syncStorage(copyName, generation),
    onEvent: (event) => {
      syncEvent.value = event;
    },
    onError: fails,
    preview: (await hasCopy) ? NEWEST : 0,
  });
  let isClosed = false;
  const background = signal<Background | null>(null);
  let loading: Promise<Background> | null = null;
  const load = async () => {
    const { openBackground } = await import("./background.ts");
    if (isClosed) throw new Error("The library is closed.");
    background.value = openBackground({
      client,
      databases,
      generation,
      bookmarks: () => ({
        newestFirst: synced
          .list({ type: "bookmark" })
          .flatMap(({ type, item }) => (type === "bookmark" && item !== null ? [item] : [])),
        isWhole: synced.state.isWhole,
      }),
      choice: () => preferences.peek().keptTexts,
      onFull: () => notifyFailure(translations(libraryTexts).textsFull),
      onError: fails,
    });
    return background.value;
  };
  const loadBackground = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const state = signal(synced.state);
  const readNotices = new ReadNotices(personId);
  let toCount = 0;
  /** Once more after the latest of several calls at once: each reads the whole queue. */
  const count = async () => {
    toCount += 1;
    if (toCount > 1) return;
    try {
      for (let counted = 0; counted < toCount; ) {
        counted = toCount;
        waiting.value = await queue.contents();
      }
    } finally {
      toCount = 0;
    }
  };
  effect(() => {
    if (queueChanges.value > 0) count().catch(fails);
  });
  const revision = signal(0);
  const show = ({ type }: SyncEvent) => {
    state.value = synced.state;
    // What the network has interrupted goes on when it is back.
    const texts = background.peek()?.texts;
    if (type === "synced" && texts && texts.state.peek().missing > 0) void texts.follow();
    if (type !== "changed") return;
    revision.value += 1;
    // Another tab may have queued something.
    count().catch(fails);
  };
  effect(() => {
    const event = syncEvent.value;
    if (event === null) return;
    if (state.peek().isRead) return untracked(() => show(event));
    // All is put together in a task of its own: with reading or rendering in the same one, a slow phone would not answer for long.
    setTimeout(() => {
      synced.list();
      setTimeout(() => show(event));
    });
  });
  const isWhole = computed(() => state.value.isWhole);
  const resume = () => {
    queue.resume();
    synced.resume();
    background.peek()?.imports.resume();
  };
  const endResuming = effect(() => {
    if (session.renewals.value > 0) resume();
  });
  const again = setInterval(() => {
    if (synced.state.paused && !session.hasEnded.peek() && navigator.onLine) resume();
  }, RENEW_AGAIN_MS);
  const previewUntilWhole = () => {
    if (!synced.state.isWhole)
      early.then(async (found) => synced.preview(found ?? (await newest(client)))).catch(fails);
  };
  if (synced.state.isRead) previewUntilWhole();
  /** Continues the import, and has the texts of this device follow its bookmarks. */
  const startBackground = async () => {
    const hasAll = isWhole.value;
    // Again after each revision, and when another choice is made.
    void revision.value;
    void preferences.value.keptTexts;
    const { imports, texts } = await loadBackground();
    imports.start();
    if (hasAll) await texts.follow();
  };
  let endBackground = (): void => undefined;
  const close = async () => {
    isClosed = true;
    failures.silence();
    clearInterval(again);
    endResuming();
    endBackground();
    readNotices.close();
    const { texts, imports } = background.peek() ?? {};
    await Promise.all([queue.stop(), synced.close(), texts?.close(), imports?.close()]);
  };
  if (await hasImport) {
    // Before anything is shown: the banner of an import must not move what is below it.
    const loaded = await loadBackground().catch((error: unknown) => console.error(error));
    await loaded?.imports.read();
  }
  return {
    client,
    queue,
    synced,
    revision,
    waiting,
    state,
    background,
    loadBackground,
    readNotices,
    start: () => {
      const begin = () => {
        if (isClosed) return;
        synced.start();
        queue.start();
        // Without its file it is tried again with the next revision; who needs it meanwhile is told.
        endBackground = effect(() => void startBackground().catch((error: unknown) => console.error(error)));
      };
      if (synced.state.isRead) begin();
      // Sent entries are compared with what is here.
      else synced.read().then(previewUntilWhole).then(begin).catch(fails);
    },
    close,
    signOut: async () => {
      await close();
      await session.signOut(async () => {
        const imports = background.peek()?.imports;
        if (imports && imports.shown.peek()?.end !== null) await deleteDatabase(databases.imports);
        await deleteDatabase(copyName);
        await deleteDatabase(databases.texts);
      });
    },
  };
}

/** Whether this device has a database, or may have one: not every browser tells. */
async function isOnDevice(name: string): Promise<boolean> {
  const databases = await indexedDB.databases?.().catch(() => null);
  return databases?.some((database) => database.name === name) ?? true;
}

/** The newest bookmarks of the API; none when it does not answer, which the sync will tell. */
async function newest(client: MagpieClient): Promise<readonly Bookmark[]> {
  try {
    return (await client.bookmarks.list({ limit: NEWEST })).bookmarks;
  } catch {
    return [];
  }
}
