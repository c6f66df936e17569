import { gunzipSync, gzipSync } from "node:zlib";
import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import { isPageAllowed, robotsRequest, robotsText } from "../../shared/outbound/robots-rules.ts";
import type { CrawlError } from "../domain/crawl-error.ts";
import { breakerMs, permanentError } from "../domain/crawl-error.ts";
import { isChallenge } from "../readers/page-error.ts";
import type { HostTable, RobotsCopy } from "../tables/host-table.ts";
import type { HostTurn } from "./host-turn.ts";
import { sourcedPage } from "./page-source.ts";

export interface RobotsServices {
  readonly hosts: HostTable;
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
/** gzip does not make a text within the limit larger than this; an item of DynamoDB has at most 400 KB. */
const MAX_GZIPPED_BYTES = 300 * 1024;

const HOUR_MS = 3_600_000;
/** RFC 9309, 2.4, advises against using a copy for longer. */
const FRESH_MS = 24 * HOUR_MS;
/** How long an older copy is used before robots.txt is requested again. */
const AGAIN_MS = HOUR_MS;
/** How long an older copy may be used when the host does not respond (RFC 9309, 2.3.1.4); never scaled. */
const USED_MS = 30 * 24 * HOUR_MS;

/**
 * Checks whether a host's robots.txt allows a page, by the copy of the last day or by a request to the host.
 *
 * @param by the deadline of the check
 * @returns null when the page is allowed; `robots_forbidden`; `robots_unavailable` when the host's robots.txt could not be
 * read, now or in the last thirty days, or its `Retry-After` is long; `blocked` or `rate_limited` when the host refuses the
 * request for robots.txt
 */
export async function checkRobots(
  url: URL,
  by: Date,
  turn: HostTurn,
  services: RobotsServices,
): Promise<CrawlError | null> {
  const { hosts, clock } = services;
  const kept = await hosts.readRobots(canonicalHost(url));
  const now = clock.now();
  if (kept !== null && kept.freshUntil > now) return verdict(kept, url);

  const answer = await turn.request(() => fetchRobots(url, by, services));
  const copy = answer instanceof Uint8Array ? newCopy(answer, clock) : (staleCopy(kept, answer, clock) ?? answer);
  if ("errorKind" in copy) return copy;
  await hosts.keepRobots(canonicalHost(url), copy);
  return verdict(copy, url);
}

/** @returns the text compressed with gzip, or why it could not be read */
async function fetchRobots(url: URL, by: Date, { fetch, clock }: RobotsServices): Promise<Uint8Array | CrawlError> {
  const left = by.getTime() - clock.now().getTime();
  try {
    const response = await fetch({
      ...robotsRequest(url, Math.max(1, Math.min(TIMEOUT_MS, left))),
      // The turn is that of this host alone.
      followRedirect: (target) => canonicalHost(target) === canonicalHost(url),
    });
    const text = textOf(response);
    const gzipped = typeof text === "string" ? gzipSync(text) : null;
    if (gzipped !== null && gzipped.length <= MAX_GZIPPED_BYTES) return gzipped;
    log.warn("robots_not_read", { host: canonicalHost(url), status: response.status });
    return typeof text === "string" ? permanentError("robots_unavailable") : text;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    log.warn("robots_not_read", { host: canonicalHost(url), status: null, detail: error.message });
    return { ...permanentError("robots_unavailable"), transient: error.transient };
  }
}

/** The text of a response, or why it can't be used. */
function textOf(response: OutboundResponse): string | CrawlError {
  const { status, retryAfterSeconds } = response;
  // A challenge page is not a robots.txt, even if its status would count as one.
  const isRefused = (status < 200 || status >= 300) && isChallenge(sourcedPage(response));
  if (isRefused) return { ...permanentError("blocked"), retryAfterSeconds };
  if (status === 429) return { ...permanentError("rate_limited"), retryAfterSeconds };
  const transient = failureOfStatus(response)?.kind === "transient";
  return robotsText(response) ?? { errorKind: "robots_unavailable", transient, retryAfterSeconds };
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

/**
 * The stored copy with a longer validity; null if it may not be used, for example because the host now refuses requests.
 */
function staleCopy(kept: RobotsCopy | null, error: CrawlError, clock: Clock): RobotsCopy | null {
  const now = clock.now();
  if (kept === null || kept.expiresAt <= now || breakerMs(error) !== null) return null;
  return { ...kept, freshUntil: later(now, clock.wait(AGAIN_MS)) };
}

function verdict({ gzipped }: RobotsCopy, url: URL): CrawlError | null {
  return isPageAllowed(gunzipSync(gzipped).toString("utf8"), url) ? null : permanentError("robots_forbidden");
}

function later(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}
