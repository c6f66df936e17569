import { derivedId } from "../derived-id.ts";
import type { Creation } from "../idempotency/create-once.ts";

/** Identifies a saved item: its owner and its id. */
export interface ItemKey {
  readonly userId: string;
  readonly id: string;
}

/**
 * What every item has that a user saves by its address and that is read in the background. Times are ISO 8601 UTC. A kind of
 * items adds its own fields.
 */
export interface SavedItem extends ItemKey {
  /** The id is derived from user and canonical URL, so that saving the same address again is the same write. */
  readonly canonicalUrl: string;
  /** The states of its kind; each kind has `pending` and `failed`. */
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The id of the latest request for work. A message with another id is late and must not change anything. */
  readonly workId: string;
  readonly requestedAt: string;
  /** Why the item is `failed`; null in other states. The code is stable, in snake_case. */
  readonly failure: { readonly code: string } | null;
  /** When the item becomes overdue; where its work has ended, when it is checked; null for neither. */
  readonly reconcileAt: string | null;
  /** How often reconcile has resent the message of this request. */
  readonly reconcileRounds: number;
}

/** A request for the work on an item: its id, its time, and when the item becomes overdue. */
export interface WorkRequest {
  readonly workId: string;
  readonly at: Date;
  readonly reconcileAt: Date;
}

/** The creation of an item. `savedAt`: when the user saved it in another service, from an import; null for now. */
export interface ItemCreation extends Creation {
  readonly savedAt: Date | null;
}

/** The fields of a new item, pending its first work, that every kind has. */
export function newSavedItem(
  userId: string,
  canonicalUrl: string,
  creation: Pick<ItemCreation, "at" | "savedAt">,
  request: WorkRequest,
) {
  return {
    userId,
    id: derivedId(userId, canonicalUrl),
    canonicalUrl,
    status: "pending",
    createdAt: (creation.savedAt ?? creation.at).toISOString(),
    updatedAt: creation.at.toISOString(),
    workId: request.workId,
    requestedAt: request.at.toISOString(),
    failure: null,
    reconcileAt: request.reconcileAt.toISOString(),
    reconcileRounds: 0,
  } as const satisfies SavedItem;
}
