import { withJitter } from "../../shared/jitter.ts";
import type { PageAbsence } from "./bookmark.ts";
import { IS_THERE } from "./bookmark.ts";
import { isWallTitle, leadsToPage } from "./same-page.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * The shortest time between two checks of a page, in milliseconds. Up to half of it is added at random: 30 days on average,
 * and pages that were saved together are asked for on different days.
 */
const EVERY_MS = 24 * DAY_MS;
/** The shortest time between the two answers that prove that a page is gone; half of it may be added, too. */
export const PROVED_AFTER_MS = 7 * DAY_MS;

/** What a check finds: the page, that it is missing, or nothing that proves either. */
export type Finding = "there" | "missing" | "unproved";

export interface PageAnswer {
  readonly status: number;
  /** The final address, after redirects. */
  readonly url: URL;
  /** The title of the page; null without one, and where only the head of the response was asked for. */
  readonly title: string | null;
}

/**
 * What an answer proves of a page. Only 404 and 410 prove that it is missing: a refusal or an error of the site says nothing
 * about the page, nor does a login page, a home page or a page that only says "not found" in its place.
 */
export function findingOf({ status, url, title }: PageAnswer, asked: URL): Finding {
  if (status === 404 || status === 410) return "missing";
  if (status < 200 || status >= 300) return "unproved";
  const isSameAddress = url.host === asked.host && url.pathname === asked.pathname && url.search === asked.search;
  const isPage = isSameAddress ? !isWallTitle(title) : leadsToPage(asked, url, title);
  return isPage ? "there" : "unproved";
}

/**
 * The share of checks that ask by HEAD. The others ask by GET at once: a site that answers 200 to every HEAD, redirects it or
 * leaves it without an answer is found out by them alone. Half of the pages that are gone there are seen to be missing after
 * two checks, 95 of 100 after eight.
 */
const BY_HEAD = 2 / 3;

/** Whether a check asks by HEAD first. A page that was missing before is asked for by GET, since HEAD would have to be confirmed. */
export function isAskedByHead({ missingAt = null }: PageAbsence, random: number): boolean {
  return missingAt === null && random < BY_HEAD;
}

/** Whether the answer to HEAD must be confirmed by GET: many sites answer 404, 403, 405 or 501 to HEAD for pages that they have. */
export function needsConfirmation(status: number): boolean {
  return status === 501 || (status >= 400 && status < 500 && !NO_PROOF.has(status));
}

/** Answers that GET would get as well: a login, a time-out, too many requests. */
const NO_PROOF = new Set([401, 407, 408, 425, 429]);

/** What is known of a page after a check. @param provedAfter `PROVED_AFTER_MS`, scaled */
export function absenceAfter(
  { missingAt = null, goneAt = null }: PageAbsence,
  finding: Finding,
  { now, provedAfter }: { readonly now: Date; readonly provedAfter: number },
): Required<PageAbsence> {
  if (finding === "unproved") return { missingAt, goneAt };
  if (finding === "there") return IS_THERE;
  const since = missingAt ?? now.toISOString();
  const isProved = now.getTime() - Date.parse(since) >= provedAfter;
  return { missingAt: since, goneAt: goneAt ?? (isProved ? since : null) };
}

/** Milliseconds until the next check: a page that is missing, but not proved to be gone, is asked for after a week. */
export function nextCheckMs({ missingAt = null, goneAt = null }: PageAbsence, random: number): number {
  return withJitter(missingAt !== null && goneAt === null ? PROVED_AFTER_MS : EVERY_MS, random);
}
