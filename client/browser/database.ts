/** The result of a transaction, to be read when it is complete. */
export interface Result<T> {
  value(): T;
}

/** A database of IndexedDB that is opened when it is needed, and again after the browser has closed it. */
export class Database {
  readonly #name: string;
  readonly #create: (database: IDBDatabase) => void;
  #opened: Promise<IDBDatabase> | null = null;

  /** @param create makes the object stores of a new database */
  constructor(name: string, create: (database: IDBDatabase) => void) {
    this.#name = name;
    this.#create = create;
  }

  /** Runs one transaction on all of these stores; the result is that of `work`, once the transaction is complete. */
  async transaction<T>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    work: (...stores: IDBObjectStore[]) => Result<T>,
  ): Promise<T> {
    const running = await this.#begin(stores, mode);
    const result = work(...stores.map((store) => running.objectStore(store)));
    await new Promise<void>((resolve, reject) => {
      running.oncomplete = () => resolve();
      running.onabort = () => reject(running.error ?? new DOMException("The transaction was aborted.", "AbortError"));
    });
    return result.value();
  }

  /** Begins a transaction, on another connection where this one was closed: Safari does so in the background, without an event. */
  async #begin(stores: readonly string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    const begin = async () => (await this.#database()).transaction(stores, mode, { durability: "strict" });
    return begin().catch(() => {
      this.#opened = null;
      return begin();
    });
  }

  #database(): Promise<IDBDatabase> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  #open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => this.#create(request.result);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        // A later version of the page, or a deletion of the database, must not wait for this tab.
        database.onversionchange = () => database.close();
        resolve(database);
      };
    });
  }
}
