import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { EntryOfAnyVersion, NewQueueEntry, QueueEntry } from "../offline/queue-entry.ts";
import { isEntryOfAnyVersion, isQueueEntry, whyUnreadable } from "../offline/queue-entry.ts";
import type { QueueStorage, Unreadable } from "../offline/queue-storage.ts";
import { parseJson } from "../parse-json.ts";
import { makeFolder } from "./make-folder.ts";
import { withProcessLock } from "./process-lock.ts";

/**
 * `<place>-<key>.json`: the names' order is the queue's. Equal places are created by two processes at the same instant.
 */
const ENTRY = /^(\d{16})-([0-9a-f-]{36})\.json$/;
const SET_ASIDE = ".unreadable";
const UNFINISHED = ".tmp";
/** A write takes milliseconds; an older temporary file was left by a crash, before its entry was acknowledged. */
const UNFINISHED_MS = 60_000;

/**
 * Keeps an offline queue in a folder, one file an entry. A file is written beside its place, flushed to the disk and
 * then renamed, so that a crash at any moment leaves the old entry or the new one. Processes may share a folder: each
 * entry has its own file, and one process flushes at a time. A file that is not an entry is renamed to `*.unreadable`,
 * kept, and reported by `contents`; the entry of a later version of the client is reported and stays as it is.
 *
 * @param folder created when it is missing; accessible by this user only, since entries are private
 */
export function fileStorage(folder: string): QueueStorage {
  return new FileStorage(folder);
}

class FileStorage implements QueueStorage {
  readonly #folder: string;
  #ready: Promise<void> | null = null;
  #lastPlace = 0;
  /** Resolves when all earlier entries have their places. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(entry: NewQueueEntry): Promise<QueueEntry> {
    const added = this.#adding.then(() => this.#add(entry));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  async replace(entry: QueueEntry): Promise<boolean> {
    try {
      await stat(this.#path(nameOf(entry)));
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    await this.#write(entry);
    return true;
  }

  async delete(entry: QueueEntry): Promise<void> {
    await rm(this.#path(nameOf(entry)), { force: true });
    await this.#syncFolder();
  }

  async list(): Promise<{ entries: QueueEntry[]; unreadable: Unreadable[] }> {
    const entries: QueueEntry[] = [];
    const unreadable: Unreadable[] = [];
    for (const name of await this.#listNames()) {
      const entry = await this.#read(name);
      if (isQueueEntry(entry)) entries.push(entry);
      else if (entry !== null) unreadable.push({ where: this.#path(name), reason: whyUnreadable(entry) });
    }
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith(SET_ASIDE)) continue;
      unreadable.push({ where: this.#path(name), reason: "The file does not hold an entry." });
    }
    return { entries, unreadable };
  }

  async firstWaiting(behind: QueueEntry | null): Promise<QueueEntry | null> {
    const start = behind === null ? "" : nameOf(behind);
    for (const name of await this.#listNames()) {
      if (name <= start) continue;
      const entry = await this.#read(name);
      if (isQueueEntry(entry) && entry.state === "waiting") return entry;
    }
    return null;
  }

  exclusively(work: () => Promise<void>): Promise<boolean> {
    return withProcessLock(this.#folder, work);
  }

  async #add(entry: NewQueueEntry): Promise<QueueEntry> {
    const last = Number((await this.#listNames()).at(-1)?.slice(0, 16) ?? 0);
    this.#lastPlace = Math.max(this.#lastPlace, last) + 1;
    const placed = { ...entry, place: this.#lastPlace };
    await this.#write(placed);
    return placed;
  }

  async #write(entry: QueueEntry): Promise<void> {
    const path = this.#path(nameOf(entry));
    const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify(entry));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    await this.#syncFolder();
  }

  /** A new name is durable only when its folder is flushed. Windows can't open a folder, and does not need it. */
  async #syncFolder(): Promise<void> {
    if (process.platform === "win32") return;
    const folder = await open(this.#folder, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async #listNames(): Promise<string[]> {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = null;
      throw error;
    });
    await this.#ready;
    return (await readdir(this.#folder)).filter((name) => ENTRY.test(name)).sort();
  }

  async #prepare(): Promise<void> {
    makeFolder(this.#folder);
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith(UNFINISHED)) continue;
      const age = Date.now() - ((await stat(this.#path(name)).catch(() => null))?.mtimeMs ?? Number.POSITIVE_INFINITY);
      if (age > UNFINISHED_MS) await rm(this.#path(name), { force: true });
    }
  }

  /** Null for a file that no longer exists, or that is no entry and was set aside. */
  async #read(name: string): Promise<EntryOfAnyVersion | null> {
    try {
      const value = parseJson(await readFile(this.#path(name), "utf8"));
      if (isEntryOfAnyVersion(value) && nameOf(value) === name) return value;
      await rename(this.#path(name), this.#path(name + SET_ASIDE));
      return null;
    } catch (error) {
      // Sent and deleted by another process since the folder was read.
      if (isMissing(error)) return null;
      throw error;
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

function nameOf({ place, idempotencyKey }: Pick<QueueEntry, "place" | "idempotencyKey">): string {
  return `${String(place).padStart(16, "0")}-${idempotencyKey}.json`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
