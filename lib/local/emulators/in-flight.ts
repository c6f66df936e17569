import type { DatabaseSync } from "node:sqlite";

interface Running {
  /** When the message becomes visible again, in milliseconds of the clock; undefined until the function sets it. */
  visibleAt: number | undefined;
}

/**
 * The receipt handles of messages whose function is running, on disk: after a kill the next start returns them to the
 * queue at once. Messages in back-off are in flight too, but not here: their wait continues.
 */
export class InFlight {
  readonly #running = new Map<string, Running>();
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec("CREATE TABLE IF NOT EXISTS in_flight (receipt_handle TEXT PRIMARY KEY, queue TEXT NOT NULL)");
  }

  /** The messages that were running when the last runner ended, until `end` is called for each. */
  leftOver(): { receiptHandle: string; queue: string }[] {
    const rows = this.#database.prepare("SELECT receipt_handle, queue FROM in_flight").all();
    return rows.map((row) => ({ receiptHandle: String(row.receipt_handle), queue: String(row.queue) }));
  }

  begin(queue: string, receiptHandles: readonly string[]): void {
    const insert = this.#database.prepare("INSERT OR REPLACE INTO in_flight (receipt_handle, queue) VALUES (?, ?)");
    for (const handle of receiptHandles) {
      insert.run(handle, queue);
      this.#running.set(handle, { visibleAt: undefined });
    }
  }

  /** Records when a running message becomes visible again. @returns false when its function is not running */
  postpone(receiptHandle: string, seconds: number): boolean {
    const running = this.#running.get(receiptHandle);
    if (running === undefined) return false;
    running.visibleAt = Date.now() + seconds * 1_000;
    return true;
  }

  /** The remaining seconds of the wait that the function set; undefined when it set none. */
  restOf(receiptHandle: string): number | undefined {
    const visibleAt = this.#running.get(receiptHandle)?.visibleAt;
    return visibleAt === undefined ? undefined : Math.max(0, (visibleAt - Date.now()) / 1_000);
  }

  end(receiptHandles: readonly string[]): void {
    const remove = this.#database.prepare("DELETE FROM in_flight WHERE receipt_handle = ?");
    for (const handle of receiptHandles) {
      remove.run(handle);
      this.#running.delete(handle);
    }
  }
}
