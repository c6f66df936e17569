import type { BrowserContext } from "playwright-core";
import { log } from "../../shared/log.ts";
import { OutboundError, place } from "../../shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import type { SourcedPage } from "../readers/sourced-page.ts";
import type { Chromium } from "./chromium.ts";
import type { RequestLimits } from "./page-requests.ts";
import { PageRequests, userAgent } from "./page-requests.ts";
import { fetchDocument, MAX_DOCUMENT_BYTES, sourcedPage } from "./page-source.ts";
import type { SettleLimits } from "./settled-page.ts";
import { settledPage } from "./settled-page.ts";

/** How much a page may cost. */
export interface RenderLimits {
  /** Milliseconds from the start of its browser on; one that is still busy is killed. */
  readonly totalMs: number;
  readonly settle: SettleLimits;
  readonly requests: RequestLimits;
}

/** What rendering works with. */
export interface RenderServices {
  readonly fetch: OutboundFetch;
  readonly startChromium: () => Promise<Chromium>;
  readonly limits?: RenderLimits;
}

export const RENDER_LIMITS: RenderLimits = {
  totalMs: 25_000,
  settle: { quietMs: 700, unfilledQuietMs: 4_000, atMostMs: 18_000 },
  requests: {
    requests: 400,
    bytes: 40 * 1024 * 1024,
    bytesEach: 8 * 1024 * 1024,
    // As many as a browser opens connections to one host.
    atOnce: 6,
    timeoutMs: 10_000,
  },
};

/** Taller than the grid of a whole search page (about 120 cards), which fills only what the window shows. */
const WINDOW = { width: 1_280, height: 30_000 };

/** Statuses under which the site's own pages come; what a block or a failure shows needs no script. */
const RENDERED: ReadonlySet<number> = new Set([200, 404, 410]);

/**
 * Gets a page as a person in Japan sees it when its scripts have run. Status and headers are the document's own; but where
 * it shows no listing after Mercari has refused its scripts their data, it has the status of that refusal.
 *
 * @param deadline when the caller stops waiting, in epoch milliseconds: from then on no request is sent to the site
 * @throws OutboundError; a browser that ends in the middle is `network`
 */
export async function renderPage(url: string, deadline: number, services: RenderServices): Promise<SourcedPage> {
  const { limits = RENDER_LIMITS } = services;
  const begin = performance.now();
  const chromium = await services.startChromium();
  // That may have taken seconds: a new container unpacks the browser first.
  let end = Math.min(deadline, Date.now() + limits.totalMs);
  const timeLeft = () => end - Date.now();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    // Killed once more below, where a failure is told.
    chromium.kill().catch(() => undefined);
  }, timeLeft());
  try {
    return await rendered(url, chromium, { ...services, limits }, begin, timeLeft);
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    const where = place(new URL(url));
    if (isOver) throw new OutboundError("timeout", `${where} kept the browser busy for too long`, { cause });
    if (hasEnded(cause)) throw new OutboundError("network", `the browser ended at ${where}`, { cause });
    throw cause;
  } finally {
    clearTimeout(timer);
    // Of what the page still wanted to ask for nothing is asked.
    end = 0;
    await chromium.kill();
  }
}

async function rendered(
  url: string,
  { browser }: Chromium,
  { fetch, limits }: Required<RenderServices>,
  begin: number,
  timeLeft: () => number,
): Promise<SourcedPage> {
  const context = await browser.newContext({
    viewport: WINDOW,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    serviceWorkers: "block",
    acceptDownloads: false,
  });
  const page = await context.newPage();
  const own = await page.evaluate<string>("navigator.userAgent");
  const timeoutMs = timeLeft();
  if (timeoutMs <= 0) throw new OutboundError("timeout", `no time was left for ${place(new URL(url))}`);
  const document = await fetchDocument(url, fetch, { headers: { "user-agent": userAgent(own) }, timeoutMs });
  if (!isRendered(document)) return sourcedPage(document);

  const requests = new PageRequests(document, fetch, limits.requests, timeLeft);
  await answerEverything(context, requests);
  // Under its final address, on which scripts and relative links depend.
  await page.goto(document.url.href, { waitUntil: "commit", timeout: limits.totalMs });
  const settled = await settledPage(page, requests, limits.settle);
  const html = await page.content();
  log.info("page_rendered", {
    path: document.url.pathname,
    status: document.status,
    milliseconds: Math.round(performance.now() - begin),
    ...settled,
    ...requests.counts,
  });
  if (Buffer.byteLength(html) > MAX_DOCUMENT_BYTES) {
    throw new OutboundError("too_large", `what ${place(document.url)} came to`);
  }
  // What such a page says then, that nothing was found for example, nobody has told it.
  const refusal = settled.filled > 0 || settled.listing ? null : requests.refusal;
  if (refusal !== null) log.warn("page_data_refused", { status: refusal.status, place: place(refusal.url) });
  const { status, retryAfterSeconds } = refusal ?? document;
  return { ...sourcedPage(document), html, status, retryAfterSeconds };
}

/** Playwright tells the end of a page or its browser by words only, before it knows itself that it is disconnected. */
function hasEnded(cause: unknown): boolean {
  return cause instanceof Error && /\b(closed|crashed)\b/i.test(cause.message);
}

function isRendered({ status, mediaType }: OutboundResponse): boolean {
  return RENDERED.has(status) && mediaType === "text/html";
}

/** Answers all that the browser lets us see; the rest, such as a WebSocket, finds nobody (lambdas/mercari/fetch/chromium.ts). */
async function answerEverything(context: BrowserContext, requests: PageRequests): Promise<void> {
  context.on("page", (popup) => void popup.close().catch(() => undefined));
  await context.route("**", requests.answer);
}
