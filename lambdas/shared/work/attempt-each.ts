import { deadlineSignal } from "../deadline.ts";

/**
 * Does the same for each of several items. A failure does not end the series: the next run would meet the same items in the
 * same order, and would never reach those after one that always fails. The invocation's deadline ends it.
 *
 * @param logFailure writes a log line that names the item
 * @param atOnce how many items are attempted concurrently
 * @throws the first error, once all items were attempted, so that the message is received again or the schedule's alarm fires
 */
export async function attemptEach<T>(
  items: Iterable<T>,
  attempt: (item: T) => Promise<unknown>,
  logFailure: (item: T, error: unknown) => void,
  atOnce = 1,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const errors: unknown[] = [];
  const attemptNext = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      try {
        await attempt(next.value);
      } catch (error) {
        errors.push(error);
        if (deadlineSignal()?.aborted) return;
        logFailure(next.value, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, attemptNext));
  if (errors.length > 0) throw errors[0];
}
