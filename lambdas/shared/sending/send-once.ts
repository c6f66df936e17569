import type { Clock } from "../clock.ts";

/**
 * The outcome of a mail or a request that was sent. `refused`: it was certainly not accepted. `unknown`: whether it was is
 * not known.
 */
export type SendingOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "refused"; readonly code: string; readonly cause: unknown }
  | UnknownOutcome;

interface UnknownOutcome {
  readonly kind: "unknown";
  readonly code: string;
  readonly cause: unknown;
}

export interface StoredClaim {
  readonly status: string;
  /** Identifies the latest claim; null before the first. */
  readonly claim: string | null;
  /** ISO 8601 UTC; null before. */
  readonly claimedAt: string | null;
}

/** The claims on one mail or request. Every write has a condition, so that one claimant sends it, once. */
export interface Claims {
  /** @param claim named anew for every try. @returns false when it is claimed by another, or is over */
  claim(claim: string, now: Date): Promise<boolean>;
  /** Reads its claim, consistently; null without one. */
  get(): Promise<StoredClaim | null>;
  /** Ends a claim. @returns false when it has ended already, or was given back */
  end(claim: string, status: "sent" | "unknown"): Promise<boolean>;
  /** Gives a claim back whose sending was refused for certain. @returns false when it has ended, or was given back */
  giveBack(claim: string): Promise<boolean>;
}

/**
 * The outcome of one try. `sent` and `unknown` are this try's; `over`: an earlier one's; `claimed`: that of another
 * claimant, who may still end it within `leftMs` (scaled), or has just given it back.
 */
export type Try = SendingOutcome | Settled;

/** The outcome of another invocation's claim. */
export type Settled =
  | { readonly kind: "over" }
  | { readonly kind: "claimed"; readonly leftMs: number }
  | UnknownOutcome;

export interface EndingServices {
  readonly clock: Clock;
  /**
   * Logs an unknown outcome for an alarm. Called before the end is stored: afterwards no function reads the claim, so that a
   * crash in between would hide the outcome. It may be called twice for one claim.
   */
  readonly logUnknown: (outcome: UnknownOutcome) => void;
}

/** A claim that is older than this, without an end, belongs to an invocation that stopped. No invocation runs so long. */
const CLAIM_MS = 10 * 60_000;

/** A claim that another invocation has just given back is tried again after this time, in milliseconds. */
const GIVEN_BACK_MS = 60_000;

/** An unknown outcome of a claim that another invocation left without an end. */
const STOPPED = "claimant_stopped";

/**
 * Sends a mail or a request that is claimed first, and so never twice. A claim of another invocation whose outcome is not
 * known is waited for, and ended as `unknown` once it is old: a person can make up for a missing mail, not for a second one.
 *
 * @param send makes one try; never throws
 */
export async function sendOnce(
  claims: Claims,
  send: () => Promise<SendingOutcome>,
  services: EndingServices & { readonly newId: () => string },
): Promise<Try> {
  const claim = services.newId();
  if (!(await claims.claim(claim, services.clock.now()))) return settle(claims, services);
  const outcome = await send();
  if (outcome.kind === "unknown") services.logUnknown(outcome);
  if (outcome.kind === "refused") await claims.giveBack(claim);
  else await claims.end(claim, outcome.kind);
  return outcome;
}

/** Ends the claim of another invocation as `unknown` once it is old, and sends nothing. */
export async function settle(
  claims: Pick<Claims, "get" | "end">,
  { clock, logUnknown }: EndingServices,
): Promise<Settled> {
  const known = await claims.get();
  if (known?.status === "waiting") return { kind: "claimed", leftMs: clock.wait(GIVEN_BACK_MS) };
  if (known?.status !== "claimed" || known.claim === null || known.claimedAt === null) return { kind: "over" };
  const leftMs = Date.parse(known.claimedAt) + clock.wait(CLAIM_MS) - clock.now().getTime();
  if (leftMs > 0) return { kind: "claimed", leftMs };
  const outcome: UnknownOutcome = { kind: "unknown", code: STOPPED, cause: undefined };
  logUnknown(outcome);
  return (await claims.end(known.claim, "unknown")) ? outcome : { kind: "over" };
}
