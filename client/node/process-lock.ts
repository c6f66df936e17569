import { randomUUID } from "node:crypto";
import { link, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./make-folder.ts";

/**
 * A lock expires when it has not been renewed for this long, even if its process still runs (or another one has its
 * id).
 */
const LEASE_MS = 30_000;

/** Tokens of the locks that this process holds: in a restarted container an ended process may have had the same id. */
const ours = new Set<string>();

interface Holder {
  readonly pid: number;
  readonly token: string;
}

/**
 * Does the work unless another process, or another part of this one, holds the lock of the same folder.
 *
 * Node has no lock that the operating system releases at a process's end, so locks are files `lock-<n>` that are
 * created once, by a hard link that fails when the name exists: the highest number is the lock. A lock whose holder has
 * ended is taken over by creating the next number. A number is removed only when a higher one exists, so that no
 * process returns to an old one.
 *
 * @returns whether the work was done
 */
export async function withProcessLock(folder: string, work: () => Promise<void>): Promise<boolean> {
  makeFolder(folder);
  const token = randomUUID();
  ours.add(token);
  try {
    const path = await acquire(folder, { pid: process.pid, token });
    if (path === null) return false;
    const renewal = setInterval(() => utimes(path, new Date(), new Date()).catch(() => undefined), LEASE_MS / 3);
    renewal.unref();
    try {
      await work();
      return true;
    } finally {
      clearInterval(renewal);
      // An empty lock is free. Its file is missing only if another process took the lock over after it expired.
      await truncate(path).catch(ignoreMissing);
    }
  } finally {
    ours.delete(token);
  }
}

async function acquire(folder: string, holder: Holder): Promise<string | null> {
  const newest = Math.max(0, ...(await lockNumbers(folder)));
  if (newest > 0 && (await isHeld(lockFile(folder, newest)))) return null;
  const mine = newest + 1;
  const prepared = join(folder, `${holder.token}.tmp`);
  await writeFile(prepared, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(prepared, lockFile(folder, mine));
  } catch (error) {
    if (codeOf(error) === "EEXIST") return null;
    throw error;
  } finally {
    await rm(prepared, { force: true });
  }
  const numbers = await lockNumbers(folder);
  if (Math.max(...numbers) !== mine) {
    await rm(lockFile(folder, mine), { force: true });
    return null;
  }
  await Promise.all(
    numbers.filter((number) => number < mine).map((number) => rm(lockFile(folder, number), { force: true })),
  );
  return lockFile(folder, mine);
}

async function lockNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).flatMap((name) => {
    const number = /^lock-(\d+)$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function lockFile(folder: string, number: number): string {
  return join(folder, `lock-${number}`);
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    const holder = holderOf(text);
    if (holder === null || Date.now() - mtimeMs > LEASE_MS) return false;
    return holder.pid === process.pid ? ours.has(holder.token) : isAlive(holder.pid);
  } catch (error) {
    // Removed since the folder was read, so there is a newer one.
    if (codeOf(error) === "ENOENT") return true;
    throw error;
  }
}

function holderOf(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    return typeof holder?.pid === "number" && typeof holder.token === "string"
      ? { pid: holder.pid, token: holder.token }
      : null;
  } catch {
    // Free, or left by a power cut: then its holder has ended.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Running, but another user's.
    return codeOf(error) === "EPERM";
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
