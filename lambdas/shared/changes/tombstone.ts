import type { Update } from "../table/conditional-write.ts";
import { allSet } from "../table/conditional-write.ts";

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

/**
 * Creates a thing, or creates it again in its tombstone. `creations` (a string set) holds the ids of the creations that have
 * created it, and stays in its tombstone, so that none of them creates it twice, even if another request deleted it in between. A thing that
 * is created again keeps the id of its deletion: see `deletionOf`.
 *
 * @param work the attribute that identifies the work that this write requests
 */
export function creationOf(
  attributes: Readonly<Record<string, unknown>>,
  creationId: string,
  work: "fetch_id" | "processing_id",
): Update {
  const { set, names, values } = allSet(attributes);
  return {
    UpdateExpression: `${set} ADD creations :creations REMOVE deleted_at, expires_at`,
    ConditionExpression: "attribute_not_exists(created_at) AND NOT contains(creations, :creation)",
    ownWrite: `${work} = :work`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ":creations": new Set([creationId]),
      ":creation": creationId,
      ":work": attributes[work],
    },
  };
}

/**
 * Deletes a thing, and leaves a tombstone for the followers of changes, with its creations. It is kept for longer than any
 * idempotency key by which the thing might be created again; `expires_at` is the table's TTL (epoch seconds). When the
 * response is lost and the thing is created again, the SDK's retry does not delete the new one.
 *
 * @param removed the attributes of a thing that its tombstone does not have
 */
export function deletionOf({ id, at }: Deletion, removed: readonly string[]): Update {
  const deletedAt = at.toISOString();
  const { set, names, values } = allSet({
    deletion_id: id,
    deleted_at: deletedAt,
    updated_at: deletedAt,
    expires_at: Math.ceil((at.getTime() + TOMBSTONE_MS) / 1_000),
  });
  return {
    UpdateExpression: `${set} REMOVE ${removed.map((_, index) => `#removed${index}`).join(", ")}`,
    ConditionExpression:
      "attribute_exists(created_at) AND (attribute_not_exists(deletion_id) OR deletion_id <> :deletion)",
    ownWrite: "deletion_id = :deletion",
    ExpressionAttributeNames: {
      ...names,
      ...Object.fromEntries(removed.map((name, index) => [`#removed${index}`, name])),
    },
    ExpressionAttributeValues: { ...values, ":deletion": id },
  };
}
