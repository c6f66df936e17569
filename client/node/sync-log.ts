import { randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { parseJson } from "../parse-json.ts";
import type { Progress, StoredItem, SyncWrite } from "../sync/sync-storage.ts";
import { NO_PROGRESS } from "../sync/sync-storage.ts";
import { makeFolder } from "./make-folder.ts";

/** The first line, filled with spaces: other lines begin at this byte. */
const HEADER_BYTES = 160;
/** Items of one line of a new log. */
const ITEMS_A_LINE = 500;

/** Identifies a log: another file at the same path has another value. */
export interface LogHeader {
  readonly log: string;
  /** The revision before its first line. */
  readonly revision: number;
  /** The bytes that it had when it was made. */
  readonly bytes: number;
}

/** The position up to which a log was read, and the state there. */
export interface LogPosition {
  readonly header: LogHeader;
  /** In bytes. */
  readonly end: number;
  readonly revision: number;
  readonly progress: Progress;
}

/** The content of a log after a position: the latest state of each item. */
export interface LogContent extends LogPosition {
  readonly items: readonly StoredItem[];
}

/**
 * One write as it is stored: it counts only if its revision is the next one, so that of two with one revision the first
 * counts.
 */
interface LogLine {
  /** The items: every release reads them under this name. */
  readonly things: readonly StoredItem[];
  readonly progress: Progress;
  readonly revision: number;
  readonly by: string;
}

/**
 * Reads a log from a position, or from its beginning if the position is of another log or null.
 *
 * @returns null when there is no log
 */
export async function readLog(path: string, from: LogPosition | null): Promise<LogContent | null> {
  const file = await openIfThere(path);
  if (file === null) return null;
  try {
    const header = await readHeader(file);
    if (header === null) return null;
    const isSame = from?.header.log === header.log;
    const start = isSame ? from : { header, end: HEADER_BYTES, revision: header.revision, progress: NO_PROGRESS };
    return contentAfter(start, await readBytes(file, start.end));
  } finally {
    await file.close();
  }
}

/** Appends a write and flushes it to the disk. @returns whether it counts */
export async function appendTo(path: string, position: LogPosition, write: SyncWrite): Promise<boolean> {
  const { items: things, progress } = write;
  const line: LogLine = { things, progress, revision: position.revision + 1, by: randomUUID() };
  const file = await open(path, "a+", 0o600);
  try {
    if ((await readHeader(file))?.log !== position.header.log) return false;
    // A new line first: the last one may have been cut off by a crash.
    await file.appendFile(`\n${JSON.stringify(line)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
  return (await readFirstLine(path, position))?.by === line.by;
}

/**
 * Makes a log with these writes, instead of the one at this path or where there is none: by a file beside it, so that a
 * crash leaves the old log or the new one.
 *
 * @param replaces the position of the log to be replaced; null if there must not be one
 * @returns false when another process has written meanwhile
 */
export async function makeLog(path: string, write: SyncWrite, replaces: LogPosition | null): Promise<boolean> {
  const revision = replaces?.revision ?? 1;
  const parts: StoredItem[][] = [];
  for (let first = 0; first === 0 || first < write.items.length; first += ITEMS_A_LINE) {
    parts.push(write.items.slice(first, first + ITEMS_A_LINE));
  }
  const before = revision - parts.length;
  const lines = parts.map((part, index): LogLine => {
    return { things: part, progress: write.progress, revision: before + index + 1, by: randomUUID() };
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const header: LogHeader = { log: randomUUID(), revision: before, bytes: HEADER_BYTES + Buffer.byteLength(text) };
  makeFolder(dirname(path));
  const unfinished = `${path}.${header.log}.tmp`;
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(header).padEnd(HEADER_BYTES - 1)}\n${text}`);
      await file.sync();
    } finally {
      await file.close();
    }
    return replaces === null ? await linkOver(unfinished, path) : await renameOver(unfinished, path, replaces);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function linkOver(unfinished: string, path: string): Promise<boolean> {
  try {
    await link(unfinished, path);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    // A file that is no log, such as an empty one that a power cut has left, holds nothing.
    if ((await readLog(path, null)) !== null) return false;
    await rename(unfinished, path);
    return true;
  }
}

async function renameOver(unfinished: string, path: string, replaces: LogPosition): Promise<boolean> {
  const latest = await readLog(path, replaces);
  if (latest?.header.log !== replaces.header.log || latest.revision !== replaces.revision) return false;
  await rename(unfinished, path);
  return true;
}

function contentAfter(start: LogPosition, bytes: Buffer): LogContent {
  const items = new Map<string, StoredItem>();
  let { revision, progress } = start;
  const last = bytes.lastIndexOf("\n") + 1;
  for (const text of bytes.toString("utf8", 0, last).split("\n")) {
    const line = lineOf(text);
    if (line?.revision !== revision + 1) continue;
    ({ revision, progress } = line);
    for (const stored of line.things) items.set(`${stored.type}/${stored.id}`, stored);
  }
  return { header: start.header, end: start.end + last, revision, progress, items: [...items.values()] };
}

async function readFirstLine(path: string, { header, end, revision }: LogPosition): Promise<LogLine | null> {
  const file = await openIfThere(path);
  if (file === null) return null;
  try {
    if ((await readHeader(file))?.log !== header.log) return null;
    const lines = (await readBytes(file, end)).toString("utf8").split("\n").map(lineOf);
    return lines.find((line) => line?.revision === revision + 1) ?? null;
  } finally {
    await file.close();
  }
}

/** Null for what is no write: an empty line, or one that was cut off. */
function lineOf(text: string): LogLine | null {
  const line = parseJson(text) as Partial<LogLine> | null | undefined;
  const isWhole = typeof line?.revision === "number" && Array.isArray(line.things) && isObject(line.progress);
  return isWhole ? (line as LogLine) : null;
}

async function readHeader(file: FileHandle): Promise<LogHeader | null> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEADER_BYTES), position: 0 });
  const header = bytesRead < HEADER_BYTES ? null : (parseJson(buffer.toString("utf8")) as Partial<LogHeader> | null);
  return typeof header?.log === "string" && typeof header.revision === "number" ? (header as LogHeader) : null;
}

async function readBytes(file: FileHandle, start: number): Promise<Buffer> {
  const length = (await file.stat()).size - start;
  if (length <= 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(length), position: start });
  return buffer.subarray(0, bytesRead);
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
