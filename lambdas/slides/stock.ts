import { derivedId } from "../shared/derived-id.ts";
import type { ItemCreation, SavedItem, WorkRequest } from "../shared/saved-items/saved-item.ts";
import { newSavedItem } from "../shared/saved-items/saved-item.ts";
import type { Provider } from "./providers.ts";
import type { WrittenOfStock } from "./stock-fields.ts";

/** Every state of a stock. `pending` → `ready` or `failed`; both may go back to `pending` by a new fetch. */
export const STOCK_STATUSES = ["pending", "ready", "failed"] as const;
export type StockStatus = (typeof STOCK_STATUSES)[number];

/** A slide deck that a user has saved. Its work is the fetch of the deck's metadata. */
export interface Stock extends SavedItem, WrittenOfStock {
  readonly provider: Provider;
  /** As the user pasted it. */
  readonly originalUrl: string;
  readonly status: StockStatus;
  readonly title: string | null;
  readonly authorName: string | null;
  /** The folder of its picture, which no other stock has; the stock keeps it when it is moved to another user. */
  readonly folder: string;
  /** Where the copy of its picture is on the site's domain. */
  readonly thumbnailPath: string | null;
  /** In the form of the provider's embed URLs only; null before the first successful fetch. */
  readonly embedUrl: string | null;
}

/** A new stock, pending its first fetch. */
export function newStock(
  deck: Pick<Stock, "provider" | "canonicalUrl" | "originalUrl">,
  { userId, ...written }: WrittenOfStock & Pick<Stock, "userId">,
  creation: Pick<ItemCreation, "at" | "savedAt">,
  request: WorkRequest,
): Stock {
  return {
    ...newSavedItem(userId, deck.canonicalUrl, creation, request),
    provider: deck.provider,
    originalUrl: deck.originalUrl,
    title: null,
    authorName: null,
    folder: derivedId("folder", request.workId),
    thumbnailPath: null,
    embedUrl: null,
    ...written,
  };
}
