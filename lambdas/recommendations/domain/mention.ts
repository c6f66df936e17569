import { derivedId } from "../../shared/derived-id.ts";
import type { BackOff } from "../../shared/work/back-off.ts";
import type { MentionSource } from "./mention-source.ts";

/** Every state of a mention. `new` → `verified` ⇄ `gone`; a mention that is not verified expires. */
export const MENTION_STATUSES = ["new", "verified", "gone"] as const;
export type MentionStatus = (typeof MENTION_STATUSES)[number];

/** The source of a mention: a site's list of recommendations, or any other page. */
export const MENTION_KINDS = ["recommendation", "page"] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

/** The metadata of the source's site; null where it has none. */
export interface MentioningSite {
  readonly title: string | null;
  readonly excerpt: string | null;
  readonly featuredImage: string | null;
  readonly favicon: string | null;
}

/** A claim that a page of another site links to one of ours. Times are ISO 8601 UTC. */
export interface Mention {
  /** Derived from source and target, so that a repeated mention is the same write. */
  readonly id: string;
  readonly source: MentionSource;
  /** As it was sent. */
  readonly target: string;
  readonly status: MentionStatus;
  /** The id of the latest request for verification. A message with another id is late and must not change anything. */
  readonly workId: string;
  /** Number of consecutive verifications that did not find the link. */
  readonly failures: number;
  /** Days from the latest verification to the next; 0 before the first verification. */
  readonly checkDays: number;
  /** When the mention is verified again without a request; null: never. */
  readonly nextCheckAt: string | null;
  readonly firstSeenAt: string;
  /** When the mention was first verified; null before. */
  readonly verifiedAt: string | null;
  /** When a verification last found the link; null before. */
  readonly lastVerifiedAt: string | null;
  /** Null before the first successful verification. */
  readonly site: MentioningSite | null;
  /** When a mention that is not verified expires; null for a verified one, and for a hidden one. */
  readonly expiresAt: string | null;
  /** Whether an administrator has hidden it: it is neither verified nor removed until it is shown again. */
  readonly isHidden: boolean;
}

/**
 * The outcome of fetching the source. `not_found`: the source was read and does not link to us, or is gone for good (410).
 * `missing`: the site has no such page now (404). `failed`: the source could not be read. `busy`: the site asked to wait
 * (429, 503), which does not tell whether the link exists.
 */
export type Verification =
  | { readonly kind: "found"; readonly site: MentioningSite }
  | { readonly kind: "not_found" | "missing" | "failed" | "busy" };

/**
 * After so many consecutive failures, the last one of this kind, a verified mention is gone. A status 404 is a statement of
 * the site, but also results from a deployment or an error, so that a second one is required.
 */
const FAILURES_TO_BE_GONE = { missing: 2, failed: 3 } as const;
/**
 * After this many consecutive failures a mention is no longer verified without a request: about two months with the growing
 * waits.
 */
const FAILURES_TO_BE_LEFT = 12;
const MAX_CHECK_DAYS = 7;
/** A day, as a wait: the clock may shorten it. */
export const DAY_MS = 24 * 3_600_000;
/** How long a mention that was never verified is kept after its latest request; a gone one is kept at least as long. */
export const NEW_MENTION_KEPT_MS = 7 * DAY_MS;
/** How long a gone mention is kept: longer than until its last verification. */
const GONE_MENTION_KEPT_MS = 70 * DAY_MS;

/** @param source as it was sent */
export function mentionId(source: string, target: string): string {
  return derivedId(source, target);
}

export function mentionKind({ site }: Pick<MentionSource, "site">): MentionKind {
  return site === null ? "page" : "recommendation";
}

/** Whether a mention has expired. TTL may not have deleted its item yet. */
export function isExpired({ expiresAt }: Pick<Mention, "expiresAt">, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now.toISOString();
}

/**
 * A mention after a verification. It is verified daily while its state changes, then less often, down to once a week.
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

/** A mention whose verification did not take place: its state is unchanged, and it is verified on the next day. */
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
    case "missing":
    case "failed":
      return {
        failures,
        ...(seen.status === "verified" && failures >= FAILURES_TO_BE_GONE[verification.kind] ? gone(now) : {}),
      };
    case "busy":
      return {};
  }
}

function gone(now: Date): Pick<State, "status" | "expiresAt"> {
  return { status: "gone", expiresAt: new Date(now.getTime() + GONE_MENTION_KEPT_MS).toISOString() };
}

function daysUntilNext(seen: Mention, next: Mention, verification: Verification): number {
  const isSteady = seen.status === next.status;
  // The interval stays at one day while failures are counted, and while the site is busy.
  const isClear = verification.kind === "found" || (verification.kind !== "busy" && next.status === "gone");
  return isSteady && isClear ? Math.min(MAX_CHECK_DAYS, seen.checkDays * 2) : 1;
}

function isCheckedAgain({ status, failures, expiresAt }: Mention, verification: Verification, at: string): boolean {
  // A new mention whose source was read without the link is false. One whose source could not be read is verified again
  // until it expires.
  if (status === "new") return verification.kind !== "not_found" && expiresAt !== null && at < expiresAt;
  return status === "verified" || (failures < FAILURES_TO_BE_LEFT && expiresAt !== null && at < expiresAt);
}

/**
 * The waits between four attempts to notify a site, or to verify a mention: 1, 4 and 16 minutes, each with up to 50 %
 * jitter. A site may ask for up to an hour.
 */
export const WEBMENTION_BACK_OFF: BackOff = { first: 60, factor: 4, longest: 3_600 };
