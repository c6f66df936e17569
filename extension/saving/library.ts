import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import { indexedDbSyncStorage } from "../../client/browser/index.ts";
import type { OfflineQueue, QueueContents, QueueStorage, Sync, SyncState } from "../../client/index.ts";
import { sync } from "../../client/index.ts";
import type { Session } from "../session/session.ts";
import type { Stage } from "../stage/stage.ts";
import { openQueue } from "./queue.ts";

export interface Library {
  readonly queue: OfflineQueue;
  readonly storage: QueueStorage;
  readonly synced: Sync;
  /** Grows when `synced` lists something else. */
  readonly revision: ReadonlySignal<number>;
  readonly state: ReadonlySignal<SyncState>;
  readonly waiting: ReadonlySignal<QueueContents>;
  /** Whether the API refuses the session. */
  readonly hasEnded: ReadonlySignal<boolean>;
}

/** The database with the copy of what a person has saved. */
export function copyName({ apiUrl }: Stage, personId: string): string {
  return `magpie-things ${apiUrl} ${personId}`;
}

/**
 * Opens what this browser has of a person, follows the API's changes and sends what waits, for as long as the page is open.
 * Whether a page is saved is looked up in the copy: the API is never told which page that is.
 *
 * @throws errors of IndexedDB
 */
export async function openLibrary(stage: Stage, session: Session, personId: string): Promise<Library> {
  const revision = signal(0);
  const hasEnded = signal(false);
  const onError = (error: unknown) => console.error("The storage of this browser fails.", error);
  const count = async () => {
    waiting.value = await queue.contents();
  };
  const { client, queue, storage } = openQueue(stage, session, personId, ({ type }) => {
    if (type === "paused") hasEnded.value = true;
    count().catch(onError);
  });
  const waiting = signal(await queue.contents());
  const synced = await sync({
    client,
    queue,
    storage: indexedDbSyncStorage(copyName(stage, personId)),
    onEvent: ({ type }) => {
      if (type === "paused") hasEnded.value = true;
      if (type === "changed") revision.value += 1;
      state.value = synced.state;
    },
    onError,
  });
  const state = signal(synced.state);
  synced.start();
  queue.start();
  return { queue, storage, synced, revision, state, waiting, hasEnded };
}
