import { accessSync, constants, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeOwnFolder } from "../../client/node/own-folder.ts";
import { StartError } from "./start-error.ts";
import type { StorageFailed } from "./storage-failure.ts";
import { endProcess, isStorageFailure, storageFailureLine, watchDatabase } from "./storage-failure.ts";

/** The database's user version while a runner uses it; 0 before and after. */
const RUNNING = 1;

function unusable(path: string, cause: unknown): StartError {
  const problem = `The data folder ${path} can't be written to (${(cause as Error).message})`;
  return new StartError(`${problem}; set MAGPIE_DATA_DIR to one that can.`, { cause });
}

/** The folder of all local state; one runner at a time locks it. */
export class DataFolder {
  readonly path: string;
  /** The runner's own records. Its file lock locks the folder: the operating system releases it however the runner ends. */
  readonly database: DatabaseSync;

  /** Whether the last runner on this folder was killed and its state needs recovery. */
  readonly killed: boolean;
  /** Ends the runner: the folder did not accept a write. */
  readonly failed: StorageFailed;
  #torn: boolean;

  private constructor(path: string, database: DatabaseSync, failed: StorageFailed) {
    this.path = path;
    this.failed = failed;
    this.database = database;
    this.killed = database.prepare("PRAGMA user_version").get()?.user_version === RUNNING;
    this.#torn = this.killed;
    database.exec(`PRAGMA user_version = ${RUNNING}`);
  }

  /**
   * @param failed called with the error of a write that the folder does not accept, once it is open; by default it ends the
   *   process with one line
   * @throws StartError when the folder can't be written to, or another runner uses it
   */
  static open(folder: string, failed?: StorageFailed): DataFolder {
    const path = resolve(folder);
    const whenFailed = failed ?? ((error) => endProcess(path, error));
    try {
      // The folder holds tokens, keys and users' data: other users of the machine must not read it.
      makeOwnFolder(path);
      accessSync(path, constants.W_OK);
    } catch (cause) {
      throw unusable(path, cause);
    }
    try {
      const database = new DatabaseSync(join(path, "runner.db"), { timeout: 0 });
      // A write-ahead log survives a kill, and saves a flush to the disk for each message received or deleted.
      database.exec(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE; COMMIT;",
      );
      const opened = new DataFolder(path, database, whenFailed);
      watchDatabase(database, whenFailed);
      return opened;
    } catch (cause) {
      if (/locked|busy/i.test(String(cause))) {
        throw new StartError(
          `Another Magpie runs on the data folder ${path}; stop it, or set MAGPIE_DATA_DIR to another folder.`,
          { cause },
        );
      }
      if (isStorageFailure(cause)) throw new StartError(storageFailureLine(path, cause), { cause });
      throw new StartError(`The data folder ${path} can't be used: ${(cause as Error).message}.`, { cause });
    }
  }

  file(...segments: string[]): string {
    return join(this.path, ...segments);
  }

  /** Writes a JSON file atomically: a reader sees the old one or the new one. @throws the error that `failed` was told */
  writeJson(name: string, value: unknown): void {
    const temporary = this.file(`${name}.new`);
    try {
      writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
      renameSync(temporary, this.file(name));
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  /** Marks the recovery after a kill as complete. Until then a start that fails keeps the mark of the kill. */
  markRepaired(): void {
    this.#torn = false;
  }

  close(): void {
    this.database.exec(`PRAGMA user_version = ${this.#torn ? RUNNING : 0}`);
    this.database.close();
  }
}
