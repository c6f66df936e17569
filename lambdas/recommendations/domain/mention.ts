import { derivedId } from "../../shared/derived-id.ts";
import type { BackOff } from "../../shared/work/back-off.ts";
import { wellKnownSite } from "./well-known-url.ts";

/** Every state of a mention. `new` → `verified` ⇄ `gone`; one that is not verified expires. */
export const MENTION_STATUSES = ["new", "verified", "gone"] as const;
export type MentionStatus = (typeof MENTION_STATUSES)[number];

/** What mentions us: a site's list of recommendations, or any other page. */
export const MENTION_KINDS = ["recommendation", "page"] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

/** What the site that mentions us says of itself; null where it says nothing. */
export interface MentioningSite {
  readonly title: string | null;
  readonly excerpt: string | null;
  readonly featuredImage: string | null;
  readonly favicon: string | null;
}

/** A page of somebody's that says it links to one of ours. Times are ISO 8601 UTC. */
export interface Mention {
  /** Derived from source and target, so that saying it again is the same write. */
  readonly id: string;
  /** The two as they were sent. */
  readonly source: string;
  readonly target: string;
  readonly status: MentionStatus;
  /** Names the latest request to verify it. A message with another one is late and may change nothing. */
  readonly requestId: string;
  /** Looks in a row that did not find it. */
  readonly failures: number;
  /** Days from the latest look to the next; 0 before the first. */
  readonly checkDays: number;
  /** When it is looked at again unasked; null when it isn't. */
  readonly nextCheckAt: string | null;
  /** When somebody told us of it first. */
  readonly firstSeenAt: string;
  /** When it was verified first; null before. */
  readonly verifiedAt: string | null;
  /** When a look found it last; null before. */
  readonly lastVerifiedAt: string | null;
  /** Null until it was verified. */
  readonly site: MentioningSite | null;
  /** When one that is not verified is forgotten; null for a verified one. */
  readonly expiresAt: string | null;
}

/**
 * What a look at the source came to. `not_found`: it was read and does not mention us, or is gone for good (410).
 * `failed`: it could not be read. `busy`: it asked for patience (429, 503), which says nothing about the mention.
 */
export type Look =
  | { readonly kind: "found"; readonly site: MentioningSite }
  | { readonly kind: "not_found" | "failed" | "busy" };

/** Failures in a row that make a verified mention gone. */
const FAILURES_TO_BE_GONE = 3;
/** Looks in a row without it after which nobody looks again unasked: with the growing waits some two months. */
const FAILURES_TO_BE_LEFT = 12;
const MAX_CHECK_DAYS = 7;
/** A day, as a wait: a clock may make it shorter. */
export const DAY_MS = 24 * 3_600_000;
/** A mention that was never verified is forgotten so long after it was last asked for. */
export const NEW_MENTION_KEPT_MS = 7 * DAY_MS;
/** One that is gone is forgotten so long after it went: later than the last look at it. */
const GONE_MENTION_KEPT_MS = 70 * DAY_MS;

export function mentionId(source: string, target: string): string {
  return derivedId(source, target);
}

export function mentionKind(source: string): MentionKind {
  return wellKnownSite(new URL(source)) === null ? "page" : "recommendation";
}

/** Whether the clock has forgotten a mention, be it still in the table. */
export function isExpired({ expiresAt }: Pick<Mention, "expiresAt">, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now.toISOString();
}

/**
 * A mention after a look at its source. Looked at daily while it changes, then less often, up to once a week.
 *
 * @param dayMs milliseconds of a day, as the clock measures waits
 * @returns the mention with its next check
 */
export function checked(seen: Mention, look: Look, now: Date, dayMs: number): Mention {
  const next = { ...seen, ...stateAfter(seen, look, now) };
  const checkDays = daysUntilNext(seen, next, look);
  const at = new Date(now.getTime() + checkDays * dayMs).toISOString();
  return { ...next, checkDays, nextCheckAt: isCheckedAgain(next, look, at) ? at : null };
}

/** A mention whose look nobody came to: nothing is known that was not known before, so it is looked at the next day. */
export function unchecked(seen: Mention, now: Date, dayMs: number): Mention {
  return checked(seen, { kind: "busy" }, now, dayMs);
}

type State = Pick<Mention, "status" | "failures" | "verifiedAt" | "lastVerifiedAt" | "site" | "expiresAt">;

function stateAfter(seen: Mention, look: Look, now: Date): Partial<State> {
  const failures = seen.failures + 1;
  switch (look.kind) {
    case "found":
      return {
        status: "verified",
        failures: 0,
        verifiedAt: seen.verifiedAt ?? now.toISOString(),
        lastVerifiedAt: now.toISOString(),
        site: look.site,
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

function daysUntilNext(seen: Mention, next: Mention, look: Look): number {
  const isSteady = seen.checkDays > 0 && seen.status === next.status && next.status !== "new";
  // While failures are counted towards being gone, and while a site is busy, no day is skipped.
  const isClear = look.kind === "found" || (look.kind !== "busy" && next.status === "gone");
  return isSteady && isClear ? Math.min(MAX_CHECK_DAYS, seen.checkDays * 2) : 1;
}

function isCheckedAgain({ status, failures, expiresAt }: Mention, look: Look, at: string): boolean {
  // A new one that was read is known not to be true; one that could not be read may be until it expires.
  if (status === "new") return look.kind !== "not_found" && expiresAt !== null && at < expiresAt;
  return status === "verified" || (failures < FAILURES_TO_BE_LEFT && expiresAt !== null && at < expiresAt);
}

/**
 * Waits of 1, 4 and 16 minutes and up to half more between four attempts to tell a site, to look at one, or to mail about
 * one; a site may ask for up to an hour.
 */
export const WEBMENTION_BACK_OFF: BackOff = { first: 60, factor: 4, longest: 3_600 };
