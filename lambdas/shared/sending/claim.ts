import type { Condition } from "../table/expression.ts";
import { any, is, isAbsent } from "../table/expression.ts";
import { move, statesOf, transitions } from "../table/transitions.ts";
import type { Update } from "../table/update.ts";

/** The attributes of a claim, in a map of an item. */
export interface ClaimAttributes {
  readonly status?: string;
  readonly claim?: string;
  /** ISO 8601 UTC. */
  readonly claimed_at?: string;
}

/** How a claim ends, by the status that it leaves. */
const ENDS = { sent: "markSent", unknown: "markUnknown" } as const;

/**
 * The writes of a claim: only the claimant may send what the item represents, and only once.
 *
 * @param map the item's map that holds the attributes, which must be there
 */
export function claimIn(map: string) {
  const of = (name: keyof ClaimAttributes) => `${map}.${name}`;
  const [status, claim] = [of("status"), of("claim")];
  const states = statesOf(status, ["waiting", "claimed", "sent", "unknown"]);
  // Before the first claim there is no status.
  const waiting = { ...states.waiting, holds: any(isAbsent(status), states.waiting.holds) };
  const table = transitions(
    "Sending by a channel",
    { ...states, waiting },
    {
      claim: { from: ["waiting"], to: "claimed", when: "the item is still to be sent" },
      giveBack: { from: ["claimed"], to: "waiting", when: "it is this claim, whose sending was refused for certain" },
      markSent: { from: ["claimed"], to: "sent", when: "it is this claim" },
      markUnknown: { from: ["claimed"], to: "unknown", when: "it is this claim, whose outcome is not known" },
    },
  );
  return {
    transitions: table,

    /** Claims what waits. @param claimed a new id for every try. @param when what else the item must be */
    claim: (claimed: string, now: Date, when: readonly Condition[]): Update =>
      move(table, "claim", {
        set: { [claim]: claimed, [of("claimed_at")]: now.toISOString() },
        when,
        ownWrite: [is(claim, claimed), is(status, "claimed")],
      }),

    end: (claimed: string, ended: "sent" | "unknown"): Update =>
      move(table, ENDS[ended], {
        when: [is(claim, claimed)],
        ownWrite: [is(claim, claimed), is(status, ended)],
      }),

    /** Gives a claim back whose sending was refused for certain. */
    giveBack: (claimed: string): Update =>
      move(table, "giveBack", {
        when: [is(claim, claimed)],
        ownWrite: [is(claim, claimed), is(status, "waiting")],
      }),
  };
}
