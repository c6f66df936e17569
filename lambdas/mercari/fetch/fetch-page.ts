import { errorFields, log } from "../../shared/log.ts";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { CrawlError, CrawlErrorKind, PageError, PageErrorKind } from "../domain/crawl-error.ts";
import { breakerMs, permanentError } from "../domain/crawl-error.ts";
import { listingLink } from "../domain/listing-link.ts";
import type { SourcedPage } from "../readers/sourced-page.ts";
import type { PageStore } from "../tables/page-store.ts";
import type { HostTurn, TurnServices } from "./host-turn.ts";
import { takeHostTurn } from "./host-turn.ts";
import type { PageSource } from "./page-source.ts";
import type { RobotsServices } from "./robots.ts";
import { checkRobots } from "./robots.ts";

export interface PageFetchServices extends TurnServices, RobotsServices {
  readonly source: PageSource;
  readonly pages: Pick<PageStore, "keep">;
}

export type PageResult<O> =
  /** The outcome of the reader, which may be an error; `at` is when the page was fetched. */
  | { readonly kind: "read"; readonly outcome: O; readonly at: Date }
  /** `unreachable`, `breaker_open`, `robots_forbidden` or `robots_unavailable`. */
  | ({ readonly kind: "failed" } & CrawlError)
  /**
   * The deadline passed before the host was free or the response arrived. This is no attempt; the page is requested again
   * later.
   */
  | { readonly kind: "no_turn" };

/** Reads a page. @param at when the page was fetched */
type Reader<O> = (page: SourcedPage, at: Date) => O | PageError;

/** The result of a page request, and its log line; null without one. */
interface LoggedResult<O> {
  readonly result: PageResult<O | PageError>;
  readonly line: PageFacts | null;
  /** The page itself, if a response arrived. */
  readonly page?: SourcedPage;
}

/** Errors after which the reader may have to be changed. */
const KEPT: ReadonlySet<PageErrorKind> = new Set(["unrecognized", "not_rendered", "truncated"]);

/** A timer may fire slightly before its time on the clock. */
const EARLY_MS = 20;

/**
 * Requests one page. It waits until no other request to the page's host runs, or has just run, in any function. It sends no
 * request that the host's robots.txt forbids, or while the host's circuit breaker is open.
 *
 * @param by the deadline of the response, in real time
 * @throws the errors of the page source other than OutboundErrors, and the errors of the table
 */
export async function fetchPage<O extends { readonly kind: string }>(
  url: string,
  read: Reader<O>,
  by: Date,
  services: PageFetchServices,
): Promise<PageResult<O | PageError>> {
  const target = new URL(url);
  const { result, line, page } = await fetchAndRead(target, read, by, services);
  if (line !== null) logPage(target, line);
  if (result.kind === "read" && page !== undefined) await keepUnread(target, page, result.outcome, result.at, services);
  return result;
}

async function fetchAndRead<O extends { readonly kind: string }>(
  url: URL,
  read: Reader<O>,
  by: Date,
  services: PageFetchServices,
): Promise<LoggedResult<O>> {
  const turn = await takeHostTurn(canonicalHost(url), by, services);
  if (turn === "no_turn") return { result: { kind: "no_turn" }, line: null };
  if (turn === "breaker_open") return failedResult(permanentError(turn));
  try {
    const refused = await checkRobots(url, by, turn, services);
    if (refused?.errorKind === "robots_forbidden") return failedResult(refused);
    if (refused !== null && (await openBreakerIfRefused(canonicalHost(url), refused, services)))
      return failedResult(permanentError("breaker_open"));
    // If the lease was taken over, its new holder may be requesting a page at this moment.
    if (isOver(by, services) || turn.isLost()) return { result: { kind: "no_turn" }, line: null };
    if (refused !== null) return failedResult(refused);
    return await readInTurn(url, read, by, turn, services);
  } finally {
    await turn.end();
  }
}

async function readInTurn<O extends { readonly kind: string }>(
  url: URL,
  read: Reader<O>,
  by: Date,
  turn: HostTurn,
  services: PageFetchServices,
): Promise<LoggedResult<O>> {
  const { source, clock } = services;
  const begin = clock.now().getTime();
  try {
    const page = await turn.request(() => source(url.href, by.getTime() - begin));
    const at = clock.now();
    const answer = read(page, at);
    // The breaker is opened before the next turn begins. While it is open, another attempt would fail, too.
    const isBreakerOpen = isPageError(answer) && (await openBreakerIfRefused(canonicalHost(url), answer, services));
    const outcome = isBreakerOpen ? { ...answer, transient: false } : answer;
    const line = { outcome, status: page.status, milliseconds: at.getTime() - begin };
    return { result: { kind: "read", outcome, at }, line, page };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const facts = { milliseconds: clock.now().getTime() - begin, detail: error.message };
    // The deadline aborted the request: this is not a failure of the site.
    if (isOver(by, services)) return { result: { kind: "no_turn" }, line: { outcome: null, ...facts } };
    return failedResult({ errorKind: "unreachable", transient: error.transient, retryAfterSeconds: null }, facts);
  }
}

/**
 * Opens the circuit breaker of a host that has refused a request, or whose `Retry-After` is long. @returns whether the
 * breaker is open
 */
async function openBreakerIfRefused(
  host: string,
  error: CrawlError,
  { hosts, clock }: PageFetchServices,
): Promise<boolean> {
  const milliseconds = breakerMs(error);
  if (milliseconds === null) return false;
  const now = clock.now();
  const { errorKind } = error;
  const until = new Date(now.getTime() + clock.wait(milliseconds));
  if (await hosts.openBreaker(host, { errorKind, until }, now)) {
    log.error("mercari_breaker_opened", { error_kind: errorKind, until: until.toISOString() });
  }
  return true;
}

/**
 * Stores a page that the reader could not read, so that the reader can be changed. A failure to store it is ignored: the
 * next unreadable page serves as well.
 */
async function keepUnread(
  url: URL,
  page: SourcedPage,
  outcome: { readonly kind: string },
  at: Date,
  { pages, newId }: PageFetchServices,
): Promise<void> {
  if (!isPageError(outcome) || !KEPT.has(outcome.errorKind)) return;
  const { errorKind } = outcome;
  const of = listingLink(url.href)?.externalId ?? "search";
  try {
    await pages.keep({ page, errorKind, of, at, id: newId() });
  } catch (error) {
    log.warn("mercari_page_not_kept", { path: url.pathname, error_kind: errorKind, ...errorFields(error) });
  }
}

function failedResult(error: CrawlError, facts: Omit<PageFacts, "outcome" | "errorKind"> = {}): LoggedResult<never> {
  return { result: { kind: "failed", ...error }, line: { outcome: null, errorKind: error.errorKind, ...facts } };
}

function isPageError(outcome: { readonly kind: string }): outcome is PageError {
  return outcome.kind === "error";
}

function isOver(by: Date, { clock }: PageFetchServices): boolean {
  return clock.now().getTime() + EARLY_MS >= by.getTime();
}

interface LoggedOutcome {
  readonly kind: string;
  readonly errorKind?: CrawlErrorKind;
  readonly layout?: string;
  readonly complete?: boolean;
  readonly items?: readonly unknown[];
}

interface PageFacts {
  /** The outcome of the reader; null if there was no page to read. */
  readonly outcome: LoggedOutcome | null;
  /** Why there was no page to read. Errors of the reader are in `outcome`. */
  readonly errorKind?: CrawlErrorKind;
  readonly status?: number;
  /** From the request to the response. */
  readonly milliseconds?: number;
  /** For operators: the message of the failed fetch. */
  readonly detail?: string;
}

/**
 * Logs the one line of a page. Metric filters read it, so that every dimension is always there. `complete` is false only for
 * a page with cards that could not be read.
 */
function logPage(url: URL, { outcome, errorKind, status, milliseconds, detail }: PageFacts): void {
  log.info("mercari_page", {
    page: url.pathname === "/search" ? "search" : "listing",
    // The query is left out: it contains the user's search words.
    path: url.pathname,
    outcome: outcome?.kind ?? "none",
    error_kind: outcome?.errorKind ?? errorKind ?? "none",
    layout: outcome?.layout ?? "none",
    complete: outcome?.complete ?? null,
    status: status ?? null,
    items: outcome?.items?.length ?? 0,
    milliseconds: milliseconds ?? 0,
    ...(detail === undefined ? {} : { detail }),
  });
}
