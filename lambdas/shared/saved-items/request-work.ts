import type { Clock } from "../clock.ts";
import type { Queue } from "../work/queue.ts";
import { sendOrLeave } from "../work/queue.ts";
import { reconcileAfter } from "../work/reconcile.ts";
import type { WorkRequest } from "./saved-item.ts";
import type { ItemTypes, SavedItemKind } from "./saved-item-kind.ts";

/** A new request for work. @param newId returns a new random id. @param at when it is made; now without it */
export function newWorkRequest(
  { clock, newId }: { readonly clock: Clock; readonly newId: () => string },
  at: Date = clock.now(),
): WorkRequest {
  return { workId: newId(), at, reconcileAt: reconcileAfter(at, clock) };
}

/** Sends the message of an item that the table already has as pending. If the queue does not accept it, reconcile sends it. */
export async function sendWork<T extends ItemTypes>(
  { queue: name, toMessage }: SavedItemKind<T>,
  item: T["subject"],
  correlationId: string,
  queue: Queue<T["message"]>,
): Promise<void> {
  await sendOrLeave(queue, name, toMessage(item), correlationId);
}
