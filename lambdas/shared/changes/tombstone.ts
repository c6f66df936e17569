const DAY_MS = 24 * 3_600_000;

/** How long a follower of changes may stay away, in milliseconds; the contract's 60 days. */
export const FOLLOWED_MS = 60 * DAY_MS;

/**
 * How long a tombstone is kept, in milliseconds. A week longer than a follower may stay away: a pass through the changes
 * begins before the moment at which its cursor was made, and may itself take days.
 */
export const TOMBSTONE_MS = FOLLOWED_MS + 7 * DAY_MS;

/** One request's deletion of an item. */
export interface Deletion {
  readonly id: string;
  readonly at: Date;
}

/** The attributes of a tombstone; `expires_at` is the table's TTL (epoch seconds). */
export function tombstone({ id, at }: Deletion) {
  const deletedAt = at.toISOString();
  return {
    deletion_id: id,
    deleted_at: deletedAt,
    updated_at: deletedAt,
    expires_at: Math.ceil((at.getTime() + TOMBSTONE_MS) / 1_000),
  };
}
