const DAY_MS = 24 * 3_600_000;

/** How long a follower of changes may stay away, in milliseconds; the contract's 60 days. */
export const FOLLOWED_MS = 60 * DAY_MS;

/**
 * How long a tombstone is kept, in milliseconds. A week longer than a follower may stay away: a pass through the changes
 * begins before the moment at which its cursor was made, and may itself take days.
 */
export const TOMBSTONE_MS = FOLLOWED_MS + 7 * DAY_MS;

/** One request's deletion of a thing. */
export interface Deletion {
  readonly id: string;
  readonly at: Date;
}

/** The attributes that a thing loses when it is created again. It keeps `deletion_id`: see `deletionCondition`. */
export const TOMBSTONE_ATTRIBUTES = ["deleted_at", "expires_at"] as const;

/**
 * The condition of a deletion: that the thing exists, and that this deletion has not deleted it before. When the response is
 * lost and the thing is created again, the SDK's retry must not delete the new one.
 */
export function deletionCondition({ id }: Deletion) {
  return {
    ConditionExpression:
      "attribute_exists(created_at) AND (attribute_not_exists(deletion_id) OR deletion_id <> :deletion_id)",
    ownWrite: "deletion_id = :deletion_id",
    ExpressionAttributeValues: { ":deletion_id": id },
  };
}

/** The attributes of the tombstone of a thing; `expires_at` is the table's TTL (epoch seconds). */
export function tombstone({ id, at }: Deletion) {
  const deletedAt = at.toISOString();
  return {
    deletion_id: id,
    deleted_at: deletedAt,
    updated_at: deletedAt,
    expires_at: Math.ceil((at.getTime() + TOMBSTONE_MS) / 1_000),
  };
}
