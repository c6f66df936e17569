import { errorFields, log } from "../../shared/log.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import { breakerMs } from "../domain/breaker.ts";
import type { CrawlError, CrawlErrorKind } from "../domain/crawl-run.ts";
import { permanentError } from "../domain/crawl-run.ts";
import { listingLink } from "../domain/listing-link.ts";
import type { ErrorKind, PageError } from "../readers/page-error.ts";
import type { SourcedPage } from "../readers/sourced-page.ts";
import type { PageStore } from "../tables/page-store.ts";
import type { HostTurn, TurnServices } from "./host-turn.ts";
import { hostTurn } from "./host-turn.ts";
import type { PageSource } from "./page-source.ts";
import type { RobotsServices } from "./robots.ts";
import { checkRobots } from "./robots.ts";

/** What asking for a page works with. */
export interface PageFetchServices extends TurnServices, RobotsServices {
  readonly source: PageSource;
  /** Where pages go that could not be read. */
  readonly pages: Pick<PageStore, "keep">;
}

/** The outcome of a page request. */
export type PageResult<O> =
  /** Whatever the reader made of it, its errors included; `at` is when it was fetched. */
  | { readonly kind: "read"; readonly outcome: O; readonly at: Date }
  /** `unreachable`, `breaker_open`, `robots_forbidden` or `robots_unavailable`. */
  | ({ readonly kind: "failed" } & CrawlError)
  /** The deadline passed before the turn or the answer came: to be requested again later; it is no attempt. */
  | { readonly kind: "no_turn" };

/** Makes something of a page. @param at when it was fetched */
type Reader<O> = (page: SourcedPage, at: Date) => O | PageError;

/** What became of a page, and its line in the log; null without one. */
interface LoggedResult<O> {
  readonly asked: PageResult<O | PageError>;
  readonly line: PageFacts | null;
  /** The page itself, if there is one. */
  readonly page?: SourcedPage;
}

/** Errors that the reader may have to be repaired for. */
const KEPT: ReadonlySet<ErrorKind> = new Set(["unrecognized", "not_rendered", "truncated"]);

/** A timer may fire a little before its time on the clock. */
const EARLY_MS = 20;

/**
 * Asks for one page: when no other of its host is being asked for, by anybody, nor was a moment ago; as far as the host's
 * robots.txt allows; and not while a refusal of ours is fresh.
 *
 * @param by the real time by which the answer must be there
 * @throws what the source throws but OutboundErrors, and what the table throws
 */
export async function fetchPage<O extends { readonly kind: string }>(
  url: string,
  read: Reader<O>,
  by: Date,
  services: PageFetchServices,
): Promise<PageResult<O | PageError>> {
  const target = new URL(url);
  const { asked, line, page } = await fetchAndRead(target, read, by, services);
  if (line !== null) logPage(target, line);
  if (asked.kind === "read" && page !== undefined) await keepUnread(target, page, asked.outcome, asked.at, services);
  return asked;
}

async function fetchAndRead<O extends { readonly kind: string }>(
  url: URL,
  read: Reader<O>,
  by: Date,
  services: PageFetchServices,
): Promise<LoggedResult<O>> {
  const turn = await hostTurn(url.host, by, services);
  if (turn === "no_turn") return { asked: { kind: "no_turn" }, line: null };
  if (turn === "breaker_open") return failed(permanentError(turn));
  try {
    const refused = await checkRobots(url, by, turn, services);
    if (refused?.errorKind === "robots_forbidden") return failed(refused);
    if (refused !== null && (await openBreakerIfRefused(url.host, refused, services)))
      return failed(permanentError("breaker_open"));
    // After a take-over of the lease the new holder may be requesting a page now.
    if (isOver(by, services) || turn.lost()) return { asked: { kind: "no_turn" }, line: null };
    if (refused !== null) return failed(refused);
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
    const page = await turn.ask(() => source(url.href, by.getTime() - begin));
    const at = clock.now();
    const answer = read(page, at);
    // Before the next turn begins; another attempt of our own would not help either.
    const isLeftAlone = isPageError(answer) && (await openBreakerIfRefused(url.host, answer, services));
    const outcome = isLeftAlone ? { ...answer, transient: false } : answer;
    const line = { outcome, status: page.status, milliseconds: at.getTime() - begin };
    return { asked: { kind: "read", outcome, at }, line, page };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const facts = { milliseconds: clock.now().getTime() - begin, detail: error.message };
    // Our own deadline aborted the request: that is no failure of the site.
    if (isOver(by, services)) return { asked: { kind: "no_turn" }, line: { outcome: null, ...facts } };
    return failed({ errorKind: "unreachable", transient: error.transient, retryAfterSeconds: null }, facts);
  }
}

/** Opens the circuit breaker of a host that has refused a request, or asks for a long pause. @returns whether the breaker is open */
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

/** Keeps a page that the reader has to be repaired for. If that fails, the next unreadable page serves as well. */
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

function failed(error: CrawlError, facts: Omit<PageFacts, "outcome" | "errorKind"> = {}): LoggedResult<never> {
  return { asked: { kind: "failed", ...error }, line: { outcome: null, errorKind: error.errorKind, ...facts } };
}

function isPageError(outcome: { readonly kind: string }): outcome is PageError {
  return outcome.kind === "error";
}

function isOver(by: Date, { clock }: PageFetchServices): boolean {
  return clock.now().getTime() + EARLY_MS >= by.getTime();
}

/** What of a reader's outcome is logged, where it has it. */
interface LoggedOutcome {
  readonly kind: string;
  readonly errorKind?: CrawlErrorKind;
  readonly layout?: string;
  readonly complete?: boolean;
  readonly items?: readonly unknown[];
}

/** What became of one page. */
interface PageFacts {
  /** What the reader made of it; null if there was nothing to read. */
  readonly outcome: LoggedOutcome | null;
  /** Why there was nothing to read; the reader's errors are in its outcome. */
  readonly errorKind?: CrawlErrorKind;
  readonly status?: number;
  /** From the question to the answer. */
  readonly milliseconds?: number;
  /** For operators: the message of the failed fetch. */
  readonly detail?: string;
}

/**
 * Logs the one line of a page. Metrics are made of it: a dimension is never missing, and `complete` is false for a page
 * with cards that could not be read, and for no other.
 */
function logPage(url: URL, { outcome, errorKind, status, milliseconds, detail }: PageFacts): void {
  log.info("mercari_page", {
    page: url.pathname === "/search" ? "search" : "listing",
    // Without the query, which holds the user's search words.
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
