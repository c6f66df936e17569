/** Locks that this page holds, for browsers without Web Locks. */
const held = new Set<string>();

/**
 * Does the work unless another tab of the origin holds the lock. Without Web Locks, before 2022, only this page is asked.
 *
 * @returns whether the work was done
 */
export async function withWebLock(lock: string, work: () => Promise<void>): Promise<boolean> {
  if ("locks" in navigator) {
    return navigator.locks.request(lock, { ifAvailable: true }, async (granted) => {
      if (granted !== null) await work();
      return granted !== null;
    });
  }
  if (held.has(lock)) return false;
  held.add(lock);
  try {
    await work();
    return true;
  } finally {
    held.delete(lock);
  }
}
