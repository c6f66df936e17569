import { Database } from "../../client/browser/database.ts";

const LOCK = "magpie-generation";
const STORE = "generation";

/** One number, under the store's name. */
const database = new Database("magpie-generation", (created) => {
  created.createObjectStore(STORE);
});

/** The session of a read or write has ended on this device. */
export class SignedOut extends Error {
  constructor() {
    super("This device was signed out.");
    this.name = "SignedOut";
  }
}

/**
 * The number of sessions that were ended on this device. A session keeps the number at its sign-in, its generation. It is in
 * IndexedDB, where every tab reads what was written last; what a tab reads of local storage may be older.
 */
export function currentGeneration(): Promise<number> {
  return database.transaction([STORE], "readonly", (...[store]) => {
    const read = store?.get(STORE);
    return { value: () => (read?.result as number | undefined) ?? 0 };
  });
}

/**
 * Reads or writes a person's data on this device. No session ends meanwhile: what a tab does with an awaited answer or token
 * happens before the sign-out, which deletes it, or is refused.
 *
 * @throws SignedOut when the session has ended
 */
export function inGeneration<T>(generation: number, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(LOCK, { mode: "shared" }, async () => {
    if ((await currentGeneration()) !== generation) throw new SignedOut();
    return work();
  });
}

/**
 * Ends the session of this device.
 *
 * @param forget deletes what the device has of the person; when it fails, the session has not ended
 * @throws SignedOut when the session has ended before
 */
export function endGeneration(generation: number, forget: () => Promise<void>): Promise<void> {
  return navigator.locks.request(LOCK, async () => {
    if ((await currentGeneration()) !== generation) throw new SignedOut();
    await forget();
    await database.transaction([STORE], "readwrite", (...[store]) => {
      store?.put(generation + 1, STORE);
      return { value: () => undefined };
    });
  });
}
