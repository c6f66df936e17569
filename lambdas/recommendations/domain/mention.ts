import { derivedId } from "../../shared/derived-id.ts";
import type { BackOff } from "../../shared/work/back-off.ts";
import { wellKnownSite } from "./well-known-url.ts";

/** Every state of a mention. `new` → `verified` ⇄ `gone`; one that is not verified expires. */
export const MENTION_STATUSES = ["new", "verified", "gone"] as const;
export type MentionStatus = (typeof MENTION_STATUSES)[number];

/** What mentions us: a site's list of recommendations, or any other page. */
export const MENTION_KINDS = ["recommendation", "page"] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

/** The metadata of the site that mentions us; null where it has none. */
export interface MentioningSite {
  readonly title: string | null;
  readonly excerpt: string | null;
  readonly featuredImage: string | null;
  readonly favicon: string | null;
}

/** The claim that another site's page links to one of ours. Times are ISO 8601 UTC. */
export interface Mention {
  /** Derived from source and target, so that saying it again is the same write. */
  readonly id: string;
  /** The two as they were sent. */
  readonly source: string;
  readonly target: string;
  readonly status: MentionStatus;
  /** Names the latest request to verify it. A message with another one is late and may change nothing. */
  readonly requestId: string;
  /** Verifications in a row that did not find it. */
  readonly failures: number;
  /** Days from the latest verification to the next; 0 before the first. */
  readonly checkDays: number;
  /** When it is verified again without a request; null: never. */
  readonly nextCheckAt: string | null;
  /** When it was first received. */
  readonly firstSeenAt: string;
  /** When it was verified first; null before. */
  readonly verifiedAt: string | null;
  /** When a verification last found it; null before. */
  readonly lastVerifiedAt: string | null;
  /** Null until it was verified. */
  readonly site: MentioningSite | null;
  /** When one that is not verified is forgotten; null for a verified one. */
  readonly expiresAt: string | null;
}

/**
 * The outcome of fetching the source. `not_found`: it was read and does not mention us, or is gone for good (410).
 * `failed`: it could not be read. `busy`: it asked for patience (429, 503), which says nothing about the mention.
 */
export type Verification =
  | { readonly kind: "found"; readonly site: MentioningSite }
  | { readonly kind: "not_found" | "failed" | "busy" };

/** Failures in a row that make a verified mention gone. */
const FAILURES_TO_BE_GONE = 3;
/** Failures in a row after which it is not verified again without a request: some two months with the growing waits. */
const FAILURES_TO_BE_LEFT = 12;
const MAX_CHECK_DAYS = 7;
/** A day, as a wait: a clock may make it shorter. */
export const DAY_MS = 24 * 3_600_000;
/** A mention that was never verified is forgotten so long after it was last asked for. */
export const NEW_MENTION_KEPT_MS = 7 * DAY_MS;
/** A gone mention expires so long after it went: later than its last verification. */
const GONE_MENTION_KEPT_MS = 70 * DAY_MS;

export function mentionId(source: string, target: string): string {
  return derivedId(source, target);
}

export function mentionKind(source: string): MentionKind {
  return wellKnownSite(new URL(source)) === null ? "page" : "recommendation";
}

/** Whether a mention has expired, even if it is still in the table. */
export function isExpired({ expiresAt }: Pick<Mention, "expiresAt">, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now.toISOString();
}

/**
 * A mention after a verification. It is verified daily while it changes, then less often, down to once a week.
 *
 * @param dayMs milliseconds of a day, as the clock measures waits
 * @returns the mention with its next check
 */
export function afterVerification(seen: Mention, verification: Verification, now: Date, dayMs: number): Mention {
  const next = { ...seen, ...stateAfter(seen, verification, now) };
  const checkDays = daysUntilNext(seen, next, verification);
  const at = new Date(now.getTime() + checkDays * dayMs).toISOString();
  return { ...next, checkDays, nextCheckAt: isCheckedAgain(next, verification, at) ? at : null };
}

/** A mention whose verification did not happen: its state is unchanged, and it is verified the next day. */
export function afterMissedVerification(seen: Mention, now: Date, dayMs: number): Mention {
  return afterVerification(seen, { kind: "busy" }, now, dayMs);
}

type State = Pick<Mention, "status" | "failures" | "verifiedAt" | "lastVerifiedAt" | "site" | "expiresAt">;

function stateAfter(seen: Mention, verification: Verification, now: Date): Partial<State> {
  const failures = seen.failures + 1;
  switch (verification.kind) {
    case "found":
      return {
        status: "verified",
        failures: 0,
        verifiedAt: seen.verifiedAt ?? now.toISOString(),
        lastVerifiedAt: now.toISOString(),
        site: verification.site,
        expiresAt: null,
      };
    case "not_found":
      return { failures, ...(seen.status === "verified" ? gone(now) : {}) };
    case "failed":
      return {
        failures,
        ...(seen.status === "verified" && failures >= FAILURES_TO_BE_GONE ? gone(now) : {}),
      };
    case "busy":
      return {};
  }
}

function gone(now: Date): Pick<State, "status" | "expiresAt"> {
  return { status: "gone", expiresAt: new Date(now.getTime() + GONE_MENTION_KEPT_MS).toISOString() };
}

function daysUntilNext(seen: Mention, next: Mention, verification: Verification): number {
  const isSteady = seen.checkDays > 0 && seen.status === next.status && next.status !== "new";
  // While failures are counted towards being gone, and while a site is busy, no day is skipped.
  const isClear = verification.kind === "found" || (verification.kind !== "busy" && next.status === "gone");
  return isSteady && isClear ? Math.min(MAX_CHECK_DAYS, seen.checkDays * 2) : 1;
}

function isCheckedAgain({ status, failures, expiresAt }: Mention, verification: Verification, at: string): boolean {
  // A new one that was read is known not to be true; one that could not be read may be until it expires.
  if (status === "new") return verification.kind !== "not_found" && expiresAt !== null && at < expiresAt;
  return status === "verified" || (failures < FAILURES_TO_BE_LEFT && expiresAt !== null && at < expiresAt);
}

/**
 * Waits of 1, 4 and 16 minutes and up to half more between four attempts to notify a site, to verify a mention, or to send
 * a mail; a site may request up to an hour.
 */
export const WEBMENTION_BACK_OFF: BackOff = { first: 60, factor: 4, longest: 3_600 };
