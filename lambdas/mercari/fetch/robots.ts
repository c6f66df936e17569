import { gunzipSync, gzipSync } from "node:zlib";
import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import { USER_AGENT } from "../../shared/outbound/outbound-fetch.ts";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import { breakerMs } from "../domain/breaker.ts";
import type { CrawlError } from "../domain/crawl-run.ts";
import { permanentError } from "../domain/crawl-run.ts";
import { isChallenge } from "../readers/page-error.ts";
import { isAllowedByRobots } from "../readers/robots-rules.ts";
import type { HostTable, RobotsCopy } from "../tables/host-table.ts";
import type { HostTurn } from "./host-turn.ts";
import { sourcedPage } from "./page-source.ts";

/** What asking a host's robots.txt works with. */
export interface RobotsServices {
  readonly hosts: HostTable;
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
/** A parser has to read 500 KiB at least (RFC 9309, 2.5). */
const MAX_BYTES = 512 * 1024;
/** No text of that size compresses to more; an item of DynamoDB ends at 400 KB. */
const MAX_GZIPPED_BYTES = 300 * 1024;

const HOUR_MS = 3_600_000;
/** A copy should not be used for longer (RFC 9309, 2.4). */
const FRESH_MS = 24 * HOUR_MS;
/** How long an older copy is used before a host that did not answer is requested again. */
const AGAIN_MS = HOUR_MS;
/** For how long an older copy is used at all when the host does not answer (RFC 9309, 2.3.1.4); never scaled. */
const USED_MS = 30 * 24 * HOUR_MS;

/**
 * Asks a host's robots.txt whether we may ask for a page: the copy of the last day, or the host itself.
 *
 * @param by when the answer must be there
 * @returns null when we may; `robots_forbidden`; `robots_unavailable` when the host does not say what it allows, nor has
 *   said in the last thirty days, or wants to be left alone for long; `blocked` or `rate_limited` when it refuses even that
 */
export async function checkRobots(
  url: URL,
  by: Date,
  turn: HostTurn,
  services: RobotsServices,
): Promise<CrawlError | null> {
  const { hosts, clock } = services;
  const kept = await hosts.robots(url.host);
  const now = clock.now();
  if (kept !== null && kept.freshUntil > now) return verdict(kept, url);

  const answer = await turn.ask(() => fetchRobots(url, by, services));
  const copy = answer instanceof Uint8Array ? newCopy(answer, clock) : (staleCopy(kept, answer, clock) ?? answer);
  if ("errorKind" in copy) return copy;
  await hosts.keepRobots(url.host, copy);
  return verdict(copy, url);
}

/** @returns compressed with gzip; or why the host does not say what it allows */
async function fetchRobots(url: URL, by: Date, { fetch, clock }: RobotsServices): Promise<Uint8Array | CrawlError> {
  const left = by.getTime() - clock.now().getTime();
  try {
    const response = await fetch({
      url: new URL("/robots.txt", url),
      headers: { accept: "text/plain" },
      timeoutMs: Math.max(1, Math.min(TIMEOUT_MS, left)),
      maxBytes: MAX_BYTES,
      onTooLarge: "truncate",
      followRedirect: ({ hostname }) => hostname === url.hostname,
    });
    const text = textOf(response);
    const gzipped = typeof text === "string" ? gzipSync(text) : null;
    if (gzipped !== null && gzipped.length <= MAX_GZIPPED_BYTES) return gzipped;
    log.warn("robots_not_read", { host: url.host, status: response.status });
    return typeof text === "string" ? permanentError("robots_unavailable") : text;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    log.warn("robots_not_read", { host: url.host, status: null, detail: error.message });
    return { ...permanentError("robots_unavailable"), transient: error.transient };
  }
}

/** The rules in an answer, or why there are none. Without a robots.txt, everything is allowed (RFC 9309, 2.3.1.3). */
function textOf(response: OutboundResponse): string | CrawlError {
  const { status, body, truncated, retryAfterSeconds } = response;
  if (status < 200 || status >= 300) {
    // A refusal is no word on robots, also where it comes with a status that is one.
    if (isChallenge(sourcedPage(response))) return { ...permanentError("blocked"), retryAfterSeconds };
    if (status === 429) return { ...permanentError("rate_limited"), retryAfterSeconds };
    if (status >= 400 && status < 500) return "";
    const transient = failureOfStatus(response)?.kind === "transient";
    return { errorKind: "robots_unavailable", transient, retryAfterSeconds };
  }
  const text = body.toString("utf8");
  // Half a rule would be another one.
  return truncated ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
}

function newCopy(gzipped: Uint8Array, clock: Clock): RobotsCopy {
  const now = clock.now();
  return {
    gzipped,
    fetchedAt: now,
    freshUntil: later(now, clock.wait(FRESH_MS)),
    expiresAt: later(now, USED_MS),
  };
}

/** The copy that was there, for a while longer; null if it may not be used, as that of a host that refuses us now. */
function staleCopy(kept: RobotsCopy | null, error: CrawlError, clock: Clock): RobotsCopy | null {
  const now = clock.now();
  if (kept === null || kept.expiresAt <= now || breakerMs(error) !== null) return null;
  return { ...kept, freshUntil: later(now, clock.wait(AGAIN_MS)) };
}

function verdict({ gzipped }: RobotsCopy, url: URL): CrawlError | null {
  return robotsAllow(gunzipSync(gzipped).toString("utf8"), url) ? null : permanentError("robots_forbidden");
}

/** Whether the robots.txt of a page's host allows us the page. */
export function robotsAllow(robotsTxt: string, page: URL): boolean {
  return isAllowedByRobots(robotsTxt, page.pathname + page.search, USER_AGENT);
}

function later(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}
