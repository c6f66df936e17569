import { errorFields, log } from "../log.ts";
import type { Update } from "../table/conditional-write.ts";
import { STILL_HOLDS } from "../table/conditional-write.ts";

/** A lease ends this long after its holder has died. */
export const LEASE_MS = 60_000;
/** A lease is renewed so often, in milliseconds. */
export const RENEWAL_MS = LEASE_MS / 4;

/** A lease as it is stored. */
export interface Lease {
  /** Names who took it, anew for every time that it is taken. */
  readonly holder: string;
  /** ISO 8601 UTC; a lease that ends now has ended. */
  readonly until: string;
}

/** The attributes of a lease in an item, or in a map of an item. */
export interface LeaseAttributes {
  readonly lease_holder?: string;
  readonly lease_until?: string;
}

/** What a write does beside its part of the lease. */
interface Beside {
  readonly set?: readonly string[];
  readonly remove?: readonly string[];
  readonly condition?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * The writes of a lease that lies in an item as `lease_holder` and `lease_until`. After `release` with a moment nobody holds
 * it, and nobody may take it until then.
 *
 * @param map the item's map that holds the attributes; the item itself without
 */
export function leaseIn(map?: string) {
  const of = (name: keyof LeaseAttributes) => (map === undefined ? name : `${map}.${name}`);
  const [holder, until] = [of("lease_holder"), of("lease_until")];
  const isFree = `(attribute_not_exists(${until}) OR ${until} <= :now)`;
  const isHeld = `${holder} = :holder`;
  return {
    /** The condition that nobody living holds it at `:now`. */
    isFree,
    /** The condition that `:holder` holds it. */
    isHeld,

    /** Takes it, when nobody living holds it. */
    take: (
      lease: { readonly holder: string; readonly now: Date; readonly until: Date },
      beside: Beside = {},
    ): Update => ({
      UpdateExpression: expression([`${holder} = :holder`, `${until} = :until`], [], beside),
      ConditionExpression: all(isFree, beside),
      ownWrite: isHeld,
      ExpressionAttributeValues: {
        ...beside.values,
        ":holder": lease.holder,
        ":now": lease.now.toISOString(),
        ":until": lease.until.toISOString(),
      },
    }),

    /** Keeps it, while it is the holder's. */
    renew: (heldBy: string, end: Date, beside: Beside = {}): Update => ({
      UpdateExpression: expression([`${until} = :until`], [], beside),
      ConditionExpression: all(isHeld, beside),
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: { ...beside.values, ":holder": heldBy, ":until": end.toISOString() },
    }),

    /** Gives it back, while it is the holder's. @param freeAt when others may take it; at once without */
    release: (heldBy: string, beside: Beside = {}, freeAt: Date | null = null): Update => ({
      UpdateExpression:
        freeAt === null ? expression([], [holder, until], beside) : expression([`${until} = :until`], [holder], beside),
      ConditionExpression: all(isHeld, beside),
      ownWrite: `attribute_not_exists(${holder})`,
      ExpressionAttributeValues: {
        ...beside.values,
        ":holder": heldBy,
        ...(freeAt === null ? {} : { ":until": freeAt.toISOString() }),
      },
    }),
  };
}

function expression(sets: readonly string[], removes: readonly string[], { set = [], remove = [] }: Beside): string {
  const [setting, removing] = [
    [...sets, ...set],
    [...removes, ...remove],
  ];
  return [
    ...(setting.length === 0 ? [] : [`SET ${setting.join(", ")}`]),
    ...(removing.length === 0 ? [] : [`REMOVE ${removing.join(", ")}`]),
  ].join(" ");
}

function all(condition: string, beside: Beside): string {
  return beside.condition === undefined ? condition : `${condition} AND ${beside.condition}`;
}

/** The lease that attributes are; null when nobody holds it. */
export function leaseOf({ lease_holder, lease_until }: LeaseAttributes): Lease | null {
  return lease_holder === undefined || lease_until === undefined ? null : { holder: lease_holder, until: lease_until };
}

/** The attributes of a lease. */
export function leaseAttributes(lease: Lease | null): LeaseAttributes {
  return lease === null ? {} : { lease_holder: lease.holder, lease_until: lease.until };
}

/** What keeps a lease while its holder works. */
export interface LeaseRenewal {
  /** Whether it has been lost: it expired and was taken over. */
  lost(): boolean;
  stop(): void;
}

/**
 * Renews a lease on a timer, for as long as the holder's process lives and works: during a fetch, too, so that only a
 * dead holder's lease ends.
 *
 * @param renew tells whether the lease is still ours
 * @param everyMs milliseconds; a good deal less than the lease lasts
 */
export function renewPeriodically(renew: () => Promise<boolean>, everyMs: number): LeaseRenewal {
  let lost = false;
  const timer = setInterval(() => {
    renew().then(
      (kept) => {
        lost ||= !kept;
      },
      // A renewal that fails is no loss yet: the next one comes, and a write by a holder that lost it fails anyway.
      (error: unknown) => log.warn("lease_not_renewed", errorFields(error)),
    );
  }, everyMs);
  timer.unref();
  return { lost: () => lost, stop: () => clearInterval(timer) };
}
