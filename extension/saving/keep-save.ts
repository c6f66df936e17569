import type { QueueEntry, SaveIntent } from "../../client/index.ts";
import { isFull } from "../../console/device/keep-item.ts";
import type { PackedPage } from "./packed-page.ts";
import type { PersonsQueue } from "./queue.ts";

/** A save with its page, if there is one. */
export function withPage(intent: SaveIntent, packed: PackedPage | null): SaveIntent {
  return intent.create === "bookmark" && packed !== null && "page" in packed
    ? { ...intent, page: packed.page }
    : intent;
}

/**
 * Keeps a save in the queue. Where this browser has no space for it, its page is given up first, then the pages that wait:
 * saves themselves are given up last.
 *
 * @throws the storage's error when there is no space for the save itself
 */
export async function keepSave(
  { queue, storage }: Omit<PersonsQueue, "client">,
  intent: SaveIntent,
): Promise<QueueEntry> {
  try {
    return await queue.enqueue(intent);
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  const alone = withoutPage(intent);
  try {
    return await queue.enqueue(alone);
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  for (const entry of (await queue.contents()).waiting) {
    if (hasPage(entry.intent)) await storage.replace({ ...entry, intent: withoutPage(entry.intent) });
  }
  return queue.enqueue(alone);
}

/** Whether an intent has a page that is to be sent with it. */
function hasPage(intent: QueueEntry["intent"]): intent is SaveIntent & { readonly page: string } {
  return "create" in intent && intent.create === "bookmark" && intent.page !== undefined;
}

function withoutPage(intent: SaveIntent): SaveIntent {
  if (intent.create === "stock") return intent;
  const { page: _page, ...alone } = intent;
  return alone;
}
