import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/**
 * Called with the error of a write that the data folder did not accept. From then on nothing more may be stored or answered:
 * a record that was written in part makes the records after it unreadable.
 */
export type StorageFailed = (error: unknown) => void;

/** System errors of a file system that accepts no more bytes. */
const FULL = /ENOSPC|EDQUOT|EFBIG|No space left|quota exceeded|File too large|disk is full/i;
/** Further errors of a write: of the system, of SQLite, and of LevelDB. */
const REFUSED = /EROFS|EIO|EACCES|EPERM|^IO error|disk I\/O error|readonly database|unable to open database/i;

/** Whether an error says that a file could not be written. */
export function isStorageFailure(error: unknown): boolean {
  return FULL.test(textOf(error)) || REFUSED.test(textOf(error));
}

/** One line for the user: what is wrong with a data folder, and what to do. */
export function storageFailureLine(folder: string, error: unknown): string {
  const [problem, remedy] = FULL.test(textOf(error))
    ? ["can't grow: its disk is full", "Free some space"]
    : [`can't be written to (${textOf(error)})`, "Make it writable"];
  return `The data folder ${folder} ${problem}. ${remedy}, then start Magpie again; what it has accepted is stored.`;
}

/** Ends the process with the line, as a kill would: the next start recovers. */
export function endProcess(folder: string, error: unknown): never {
  console.error(`magpie: ${storageFailureLine(folder, error)}`);
  process.exit(1);
}

/** Reports the writes that a database can't store, before its caller gets the error. Other errors are the caller's alone. */
export function watchDatabase(database: DatabaseSync, failed: StorageFailed): void {
  const { prepare, exec } = database;
  const watched = <T>(call: () => T): T => {
    try {
      return call();
    } catch (error) {
      if (isStorageFailure(error)) failed(error);
      throw error;
    }
  };
  database.exec = (sql) => watched(() => exec.call(database, sql));
  database.prepare = (sql) => {
    const statement = prepare.call(database, sql);
    const run = statement.run as (...values: SQLInputValue[]) => ReturnType<StatementSync["run"]>;
    statement.run = (...values: unknown[]) => watched(() => run.apply(statement, values as SQLInputValue[]));
    return statement;
  };
}

/** The message of the first cause: LevelDB's own is the cause of "Database failed to open". */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? textOf(error.cause) : error.message;
}
