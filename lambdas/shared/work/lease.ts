import { errorFields, log } from "../log.ts";
import type { Condition } from "../table/expression.ts";
import { any, is, isAbsent, isAtMost } from "../table/expression.ts";
import type { Changes, Update } from "../table/update.ts";
import { REMOVED, STILL_HOLDS } from "../table/update.ts";

/** A lease expires this long, in milliseconds, after its last renewal. */
export const LEASE_MS = 60_000;
/** The time between two renewals, in milliseconds. */
export const RENEWAL_MS = LEASE_MS / 4;

export interface Lease {
  /** The holder's id: a new one each time that the lease is taken. */
  readonly holder: string;
  /** ISO 8601 UTC; a lease that ends now has expired. */
  readonly until: string;
}

/** The attributes of a lease in an item, or in a map of an item. */
export interface LeaseAttributes {
  readonly lease_holder?: string;
  readonly lease_until?: string;
}

/** What a write changes and requires besides the lease. */
interface BesideLease extends Pick<Changes, "set" | "remove"> {
  readonly when?: readonly Condition[];
}

/**
 * The writes of a lease that is stored in an item as `lease_holder` and `lease_until`. After `release` with a moment the
 * lease has no holder, and can't be taken until then.
 *
 * @param map the item's map that holds the attributes; the item itself without
 */
export function leaseAt(map?: string) {
  const of = (name: keyof LeaseAttributes) => (map === undefined ? name : `${map}.${name}`);
  const [holder, until] = [of("lease_holder"), of("lease_until")];
  /** The condition that the lease has no holder, or has expired. */
  const isFree = (now: Date) => any(isAbsent(until), isAtMost(until, now.toISOString()));
  const isHeldBy = (id: string) => is(holder, id);
  return {
    isFree,
    isHeldBy,

    /** Takes the lease if it has no holder or has expired. @param lease `holder`: a new id each time */
    take(lease: { holder: string; now: Date; until: Date }, { set, remove = [], when = [] }: BesideLease = {}): Update {
      return {
        set: { [holder]: lease.holder, [until]: lease.until.toISOString(), ...set },
        remove,
        when: [isFree(lease.now), ...when],
        ownWrite: [isHeldBy(lease.holder)],
      };
    },

    /** Renews the lease while the holder has it. */
    renew(heldBy: string, end: Date, { set, remove = [], when = [] }: BesideLease = {}): Update {
      return {
        set: { [until]: end.toISOString(), ...set },
        remove,
        when: [isHeldBy(heldBy), ...when],
        ownWrite: STILL_HOLDS,
      };
    },

    /** Releases the lease while the holder has it. @param freeAt when it can be taken again; at once without */
    release(heldBy: string, { set, remove = [], when = [] }: BesideLease = {}, freeAt: Date | null = null): Update {
      return {
        set: { [until]: freeAt?.toISOString() ?? REMOVED, ...set },
        remove: [holder, ...remove],
        when: [isHeldBy(heldBy), ...when],
        ownWrite: [isAbsent(holder)],
      };
    },
  };
}

/** The lease in an item's attributes; null without a holder. */
export function leaseOf({ lease_holder, lease_until }: LeaseAttributes): Lease | null {
  return lease_holder === undefined || lease_until === undefined ? null : { holder: lease_holder, until: lease_until };
}

export function leaseAttributes(lease: Lease | null): LeaseAttributes {
  return lease === null ? {} : { lease_holder: lease.holder, lease_until: lease.until };
}

/** The renewal of a lease while its holder works. */
export interface LeaseRenewal {
  /** Whether the lease was lost: it expired and was taken over. */
  lost(): boolean;
  stop(): void;
}

/**
 * Renews a lease on a timer, for as long as the holder's process works, during a fetch too: only the lease of a holder
 * that stopped expires.
 *
 * @param renew returns whether the holder still has the lease
 * @param everyMs milliseconds; a good deal less than the lease lasts
 */
export function renewPeriodically(renew: () => Promise<boolean>, everyMs: number): LeaseRenewal {
  let lost = false;
  const timer = setInterval(() => {
    renew().then(
      (kept) => {
        lost ||= !kept;
      },
      // A failed renewal is no loss yet: another follows, and a write by a holder that lost the lease fails anyway.
      (error: unknown) => log.warn("lease_not_renewed", errorFields(error)),
    );
  }, everyMs);
  timer.unref();
  return { lost: () => lost, stop: () => clearInterval(timer) };
}
