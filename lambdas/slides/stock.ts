import { derivedId } from "../shared/derived-id.ts";
import type { Creation } from "../shared/idempotency/once.ts";
import type { Changes } from "../shared/saved-items/user-changes.ts";
import type { Provider } from "./deck-url.ts";

/** Every state of a stock. `pending` → `ready` or `failed`; both may go back to `pending` by a new fetch. */
export const STOCK_STATUSES = ["pending", "ready", "failed"] as const;
export type StockStatus = (typeof STOCK_STATUSES)[number];

/** What the user writes of a stock. */
export interface StockTexts {
  readonly memo: string | null;
  readonly tags: readonly string[];
}

/** Changes of what the user wrote. */
export type StockChanges = Changes<StockTexts>;

/** A slide deck that a user has saved. Times are ISO 8601 UTC. */
export interface Stock extends StockTexts {
  readonly userId: string;
  /** Derived from user and deck, so that saving the same deck again is the same write. */
  readonly id: string;
  readonly provider: Provider;
  /** As the user pasted it. */
  readonly originalUrl: string;
  readonly canonicalUrl: string;
  readonly status: StockStatus;
  readonly title: string | null;
  readonly authorName: string | null;
  readonly thumbnailUrl: string | null;
  /** In the form of the provider's embed URLs only; null before the first successful fetch. */
  readonly embedUrl: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The id of the creation: the request, or all requests with one Idempotency-Key. */
  readonly creationId: string;
  /** The id of the latest request to fetch. A message with another id is late and must not change anything. */
  readonly fetchId: string;
  /** Why the stock is `failed`; null in other states. */
  readonly failureCode: string | null;
  /** When a pending stock becomes overdue; null unless pending. */
  readonly reconcileAt: string | null;
  /** How often reconcile has resent the message of this fetch. */
  readonly reconcileRounds: number;
}

/** A request to fetch: its id, its time, and the grace period before reconcile resends its message. */
export interface FetchRequest {
  readonly fetchId: string;
  readonly now: Date;
  readonly graceMilliseconds: number;
}

/**
 * A new stock, pending its first fetch.
 *
 * @param creation `savedAt`: when the user saved the deck in another service, from an import; null for now
 */
export function newStock(
  deck: { readonly provider: Provider; readonly canonicalUrl: string; readonly originalUrl: string },
  owner: StockTexts & { readonly userId: string },
  creation: Creation & { readonly savedAt: Date | null },
  request: FetchRequest,
): Stock {
  return {
    userId: owner.userId,
    id: derivedId(owner.userId, deck.canonicalUrl),
    provider: deck.provider,
    originalUrl: deck.originalUrl,
    canonicalUrl: deck.canonicalUrl,
    status: "pending",
    title: null,
    authorName: null,
    thumbnailUrl: null,
    embedUrl: null,
    memo: owner.memo,
    tags: owner.tags,
    createdAt: (creation.savedAt ?? creation.at).toISOString(),
    updatedAt: creation.at.toISOString(),
    creationId: creation.id,
    fetchId: request.fetchId,
    failureCode: null,
    reconcileAt: reconcileAt(request),
    reconcileRounds: 0,
  };
}

/** When a fetch that is requested now becomes overdue. */
export function reconcileAt(request: Pick<FetchRequest, "now" | "graceMilliseconds">): string {
  return new Date(request.now.getTime() + request.graceMilliseconds).toISOString();
}
