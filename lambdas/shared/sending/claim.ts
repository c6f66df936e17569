import type { Update } from "../table/conditional-write.ts";

/**
 * Every state of what is sent once. `waiting` → `claimed` → `sent`, or `unknown` when its outcome is not known; what was
 * refused for certain waits again.
 */
export type SendingStatus = "waiting" | "claimed" | "sent" | "unknown";

/** The attributes of a claim in an item, or in a map of an item. */
export interface ClaimAttributes {
  readonly status?: string;
  readonly claim?: string;
  /** ISO 8601 UTC. */
  readonly claimed_at?: string;
}

/** What a write changes besides the claim. */
interface Beside {
  readonly set?: readonly string[];
  readonly remove?: readonly string[];
  readonly condition?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * The writes of a claim that is stored in an item as `status`, `claim` and `claimed_at`: only the claimant may send what the
 * item represents, and only once.
 *
 * @param map the item's map that holds the attributes, which must be there; the item itself without
 */
export function claimIn(map?: string) {
  const prefix = map === undefined ? "" : `${map}.`;
  const status = `${prefix}#status`;
  const claim = `${prefix}claim`;
  const names = { "#status": "status" };
  const isWaiting = `(attribute_not_exists(${status}) OR ${status} = :waiting)`;
  const isClaimed = `${claim} = :claim AND ${status} = :claimed`;
  return {
    /** The condition that nothing was claimed, or the claim was given back; `:waiting` and `#status` are the caller's. */
    isWaiting,

    /** Claims what waits. @param claimed a new id for every try */
    claim: (claimed: string, now: Date, beside: Beside = {}): Update => ({
      UpdateExpression: expression(
        [`${status} = :claimed`, `${claim} = :claim`, `${prefix}claimed_at = :claimed_at`],
        beside,
      ),
      ConditionExpression: all(isWaiting, beside),
      ownWrite: isClaimed,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ...beside.values,
        ":claim": claimed,
        ":claimed": "claimed",
        ":waiting": "waiting",
        ":claimed_at": now.toISOString(),
      },
    }),

    /** Ends a claim. */
    end: (claimed: string, ended: "sent" | "unknown", beside: Beside = {}): Update => ({
      UpdateExpression: expression([`${status} = :status`], beside),
      ConditionExpression: all(isClaimed, beside),
      ownWrite: `${claim} = :claim AND ${status} = :status`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...beside.values, ":claim": claimed, ":claimed": "claimed", ":status": ended },
    }),

    /** Gives a claim back whose sending was refused for certain. */
    giveBack: (claimed: string, beside: Beside = {}): Update => ({
      UpdateExpression: expression([`${status} = :waiting`], beside),
      ConditionExpression: all(isClaimed, beside),
      ownWrite: `${claim} = :claim AND ${status} = :waiting`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...beside.values, ":claim": claimed, ":claimed": "claimed", ":waiting": "waiting" },
    }),
  };
}

function expression(sets: readonly string[], { set = [], remove = [] }: Beside): string {
  return `SET ${[...sets, ...set].join(", ")}${remove.length === 0 ? "" : ` REMOVE ${remove.join(", ")}`}`;
}

function all(condition: string, beside: Beside): string {
  return beside.condition === undefined ? condition : `${condition} AND ${beside.condition}`;
}
