import type { Bookmark, Stock } from "../answers.ts";
import type { MagpieClient } from "../magpie-client.ts";
import { ApiProblem } from "../magpie-error.ts";
import type { CallOptions } from "../transport.ts";
import type { QueueEntry } from "./queue-entry.ts";

/** The answer to an entry's request: the item as it is now, or null when it is deleted. */
export type SentAnswer =
  | { readonly type: "bookmark"; readonly id: string; readonly item: Bookmark | null }
  | { readonly type: "stock"; readonly id: string; readonly item: Stock | null };

/**
 * Sends an entry's intent once. An entry is sent again when its answer was lost, so it is no error if an earlier attempt has
 * done the work: a deletion of what is not there, a refresh of what is being refreshed.
 *
 * @throws ApiProblem, NetworkFailure
 */
export async function sendIntent(
  client: Pick<MagpieClient, "bookmarks" | "stocks">,
  { intent, idempotencyKey }: QueueEntry,
  signal: AbortSignal,
): Promise<SentAnswer> {
  const once: CallOptions = { signal, retry: { maxAttempts: 1 } };
  if ("create" in intent) {
    const options = { ...once, idempotencyKey };
    if (intent.create === "stock") return ofStock(await client.stocks.save(intent.body, options));
    const saved = await client.bookmarks.save(intent.body, options);
    if (intent.page === undefined) return ofBookmark(saved);
    // Apart, since the console sends none.
    const { sendSavedPage } = await import("./send-saved-page.ts");
    return ofBookmark(await sendSavedPage(client, saved, intent.page, once));
  }
  if ("update" in intent) {
    return intent.update === "bookmark"
      ? ofBookmark(await client.bookmarks.update(intent.id, intent.body, once))
      : ofStock(await client.stocks.update(intent.id, intent.body, once));
  }
  const { id } = intent;
  if ("place" in intent) return ofBookmark(await client.bookmarks.setPlace(id, intent.body, once));
  if ("delete" in intent) {
    const part = intent.delete === "bookmark" ? client.bookmarks : client.stocks;
    await part.delete(id, once).catch(throwUnless("not_found"));
    return { type: intent.delete, id, item: null };
  }
  if ("merge" in intent) {
    await client.bookmarks.merge(id, { into: intent.into }, once);
    return { type: "bookmark", id, item: null };
  }
  if (intent.refresh === "bookmark") {
    const pending = await client.bookmarks.reprocess(id, once).catch(throwUnless("already_processing"));
    return ofBookmark(pending ?? (await client.bookmarks.get(id, once)));
  }
  const pending = await client.stocks.refetch(id, once).catch(throwUnless("already_pending"));
  return ofStock(pending ?? (await client.stocks.get(id, once)));
}

function ofBookmark(item: Bookmark): SentAnswer {
  return { type: "bookmark", id: item.id, item };
}

function ofStock(item: Stock): SentAnswer {
  return { type: "stock", id: item.id, item };
}

/** A handler of a problem that throws it, unless it has the code that says that the work was done already. */
function throwUnless(code: string): (error: unknown) => null {
  return (error) => {
    if (error instanceof ApiProblem && error.code === code) return null;
    throw error;
  };
}
