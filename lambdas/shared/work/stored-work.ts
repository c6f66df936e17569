import type { Condition } from "../table/expression.ts";
import { is } from "../table/expression.ts";
import type { Update } from "../table/update.ts";
import { STILL_HOLDS } from "../table/update.ts";
import { pendingKeys } from "./pending-index.ts";

/** A request for work: its id, and when it becomes overdue. */
export interface EnteredWork {
  readonly workId: string;
  readonly reconcileAt: Date;
}

interface StoredWork<A extends string> {
  /** The attribute with the id of the latest request for work. */
  readonly workId: A;
  /** Conditions that hold while work is pending, for items whose id stays when the work ends. */
  readonly toDo?: readonly Condition[];
  /** The item's map that has `reconcile_at` and `reconcile_rounds`; the item itself without. */
  readonly map?: string;
}

/** The writes that are the same for every item that waits for work. */
export function storedWork<A extends string>({ workId: attribute, toDo = [], map }: StoredWork<A>) {
  const of = (name: "reconcile_at" | "reconcile_rounds") => (map === undefined ? name : `${map}.${name}`);
  /** The fence: no other work was requested since. With this condition a late message changes nothing. */
  const isLatest = (workId: string): Condition => is(attribute, workId);
  return {
    isLatest,

    /** The attributes of a new request, in an item itself. @param partition of index `pending` */
    requested<P extends string>({ workId, reconcileAt }: EnteredWork, partition: P) {
      const latest = { [attribute]: workId } as Readonly<Record<A, string>>;
      return { ...latest, reconcile_rounds: 0, ...pendingKeys(partition, reconcileAt.toISOString()) };
    },

    /** The attributes of the time from which the work is overdue. */
    overdueFrom: (reconcileAt: Date) => ({ [of("reconcile_at")]: reconcileAt.toISOString() }),

    /** Postpones that time, while the work is still to be done. @param rounds how often reconcile has resent its message */
    postpone(workId: string, until: Date, rounds: number): Update {
      return {
        set: { [of("reconcile_at")]: until.toISOString(), [of("reconcile_rounds")]: rounds },
        when: [isLatest(workId), ...toDo],
        ownWrite: STILL_HOLDS,
      };
    },
  };
}
