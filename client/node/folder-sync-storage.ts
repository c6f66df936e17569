import { watch } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reading, SyncStorage, SyncWrite } from "../sync/sync-storage.ts";
import { NO_PROGRESS } from "../sync/sync-storage.ts";
import { makeFolder } from "./make-folder.ts";
import { withProcessLock } from "./process-lock.ts";
import type { LogPosition } from "./sync-log.ts";
import { appendTo, makeLog, readLog } from "./sync-log.ts";

const LOG = "things.log";
/** Written by `announce`, for the watchers of the folder. */
const ANNOUNCEMENT = "announcement";
/** A log is rewritten when it has twice the bytes of its last rewriting, and this many more. */
const GROWN_BYTES = 1_000_000;

/**
 * Keeps what was synced in a folder: a log with a line for each write, flushed to the disk, so that a crash leaves a write
 * whole or not at all. Processes may share the folder: each reads on where it has ended, and one at a time follows the
 * changes.
 *
 * @param folder created when it is missing; accessible by this user only. Not the folder of an offline queue: each has a lock
 *   of its own.
 */
export function folderSyncStorage(folder: string): SyncStorage {
  const path = join(folder, LOG);
  let position: LogPosition | null = null;

  async function read(revision: number | null): Promise<Reading> {
    const from = revision === position?.revision ? position : null;
    const content = await readLog(path, from);
    position = content;
    if (content === null) return { items: [], progress: NO_PROGRESS, revision: 0, isAll: true };
    const { items, progress } = content;
    return { items, progress, revision: content.revision, isAll: from?.header.log !== content.header.log };
  }

  async function compact(): Promise<void> {
    const bytes = (await stat(path).catch(() => null))?.size ?? 0;
    if (position === null || bytes < 2 * position.header.bytes + GROWN_BYTES) return;
    const whole = await readLog(path, null);
    if (whole !== null) await makeLog(path, whole, whole);
  }

  return {
    read,

    async write(revision: number, write: SyncWrite): Promise<boolean> {
      if (revision === 0 && position === null) return makeLog(path, write, null);
      return position?.revision === revision && appendTo(path, position, write);
    },

    exclusively: (work) =>
      withProcessLock(folder, async () => {
        await work();
        // A log that can't be rewritten remains valid, only longer.
        await compact().catch(() => undefined);
      }),

    announce() {
      writeFile(join(folder, ANNOUNCEMENT), "", { mode: 0o600 }).catch(() => undefined);
    },

    subscribe(listener) {
      makeFolder(folder);
      try {
        const watcher = watch(folder, { persistent: false }, (_event, name) => {
          if (name === LOG || name === ANNOUNCEMENT) listener();
        });
        watcher.on("error", () => watcher.close());
        return () => watcher.close();
      } catch {
        // The system provides no more watchers: what another process has written is read at the next refresh.
        return () => undefined;
      }
    },
  };
}
