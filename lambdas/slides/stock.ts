import { createHash } from "node:crypto";
import type { Provider } from "./deck-url.ts";

/** Every state of a stock. `pending` → `ready` or `failed`; both may go back to `pending` by a new fetch. */
export const STOCK_STATUSES = ["pending", "ready", "failed"] as const;
export type StockStatus = (typeof STOCK_STATUSES)[number];

/** A slide deck that one user keeps. Times are ISO 8601 UTC. */
export interface Stock {
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
  /** Only of the provider's own form; null until the first fetch succeeded. */
  readonly embedUrl: string | null;
  readonly memo: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Names the latest request to fetch. A message with another one is late and may change nothing. */
  readonly fetchId: string;
  /** Why it is `failed`; null in the other states. */
  readonly failureCode: string | null;
  /** From when on a pending stock counts as forgotten by its queue; null unless pending. */
  readonly reconcileAt: string | null;
  /** How often the reconcile schedule has sent this fetch again. */
  readonly reconcileRounds: number;
}

/** What asks for a fetch: its name, the moment, and how long to wait before the queue is distrusted. */
export interface FetchRequest {
  readonly fetchId: string;
  readonly now: Date;
  readonly graceMilliseconds: number;
}

/** The id of a user's stock of a deck: a UUID (version 8, RFC 9562) made from a hash of both. */
export function stockId(userId: string, canonicalUrl: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([userId, canonicalUrl]))
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** Whether a text has the form of a stock's id at all; nothing else needs to be looked up. */
export function isStockId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** A new stock, pending its first fetch. */
export function newStock(
  deck: { readonly provider: Provider; readonly canonicalUrl: string; readonly originalUrl: string },
  owner: { readonly userId: string; readonly memo: string | null },
  request: FetchRequest,
): Stock {
  return {
    userId: owner.userId,
    id: stockId(owner.userId, deck.canonicalUrl),
    provider: deck.provider,
    originalUrl: deck.originalUrl,
    canonicalUrl: deck.canonicalUrl,
    status: "pending",
    title: null,
    authorName: null,
    thumbnailUrl: null,
    embedUrl: null,
    memo: owner.memo,
    createdAt: request.now.toISOString(),
    updatedAt: request.now.toISOString(),
    fetchId: request.fetchId,
    failureCode: null,
    reconcileAt: reconcileAt(request),
    reconcileRounds: 0,
  };
}

/** When the reconcile schedule shall look after a fetch that was asked for now. */
export function reconcileAt(request: Pick<FetchRequest, "now" | "graceMilliseconds">): string {
  return new Date(request.now.getTime() + request.graceMilliseconds).toISOString();
}

/**
 * Whether a message may still work on its stock.
 *
 * A `failed` stock of the same fetch may be worked only by a message that starts anew (receive count 1): one that was
 * redriven from the DLQ. The same message a moment after it failed must not undo that.
 */
export function mayBeWorked(stock: Stock | null, fetchId: string, receiveCount: number): stock is Stock {
  if (stock === null || stock.fetchId !== fetchId) return false;
  return stock.status === "pending" || (stock.status === "failed" && receiveCount === 1);
}
