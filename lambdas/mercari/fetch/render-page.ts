import type { BrowserContext } from "playwright-core";
import { log } from "../../shared/log.ts";
import { OutboundError, place } from "../../shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import type { SourcedPage } from "../readers/sourced-page.ts";
import type { Chromium } from "./chromium.ts";
import type { RequestLimits } from "./page-requests.ts";
import { PageRequests, userAgent } from "./page-requests.ts";
import { fetchDocument, MAX_DOCUMENT_BYTES, sourcedPage } from "./page-source.ts";
import type { SettleLimits } from "./read-settled-page.ts";
import { readSettledPage } from "./read-settled-page.ts";

export interface RenderLimits {
  /** Milliseconds from the start of the browser; a browser that still runs then is killed. */
  readonly totalMs: number;
  readonly settle: SettleLimits;
  readonly requests: RequestLimits;
}

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
    // The number of connections that a browser opens to one host.
    atOnce: 6,
    timeoutMs: 10_000,
  },
};

/** Taller than the grid of a complete search page (about 120 cards): the page fills only the cards inside the window. */
const WINDOW = { width: 1_280, height: 30_000 };

/** The statuses with which the site sends its own pages. The scripts of a block page or an error page are not run. */
const RENDERED: ReadonlySet<number> = new Set([200, 404, 410]);

/**
 * Loads a page with its scripts, as a browser in Japan shows it. Status and headers are the document's. But if the page
 * shows no listing and Mercari has refused to give data to its scripts, the status is that of the refusal.
 *
 * @param deadline when the caller stops waiting, in epoch milliseconds: after this no request is sent to the site
 * @throws OutboundError; if the browser exits too early, its kind is `network`
 */
export async function renderPage(url: string, deadline: number, services: RenderServices): Promise<SourcedPage> {
  const { limits = RENDER_LIMITS } = services;
  const begin = performance.now();
  const chromium = await services.startChromium();
  // The start may have taken seconds: a new container unpacks the browser first.
  let end = Math.min(deadline, Date.now() + limits.totalMs);
  const timeLeft = () => end - Date.now();
  let isOver = false;
  const timer = setTimeout(
    () => {
      isOver = true;
      // A failure of this kill is ignored: the browser is killed again below, and a failure there is thrown.
      chromium.kill().catch(() => undefined);
    },
    Math.max(timeLeft(), 0),
  );
  try {
    return await renderInBrowser(url, chromium, { ...services, limits }, begin, timeLeft);
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    const where = place(new URL(url));
    if (isOver) throw new OutboundError("timeout", `${where} kept the browser busy for too long`, { cause });
    if (hasEnded(cause)) throw new OutboundError("network", `the browser ended at ${where}`, { cause });
    throw cause;
  } finally {
    clearTimeout(timer);
    // From here on, requests of the page are not sent.
    end = 0;
    await chromium.kill();
  }
}

async function renderInBrowser(
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
  // Scripts and relative links depend on the final address.
  await page.goto(document.url.href, { waitUntil: "commit", timeout: limits.totalMs });
  const settled = await readSettledPage(page, requests, limits.settle);
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
  // After a refusal, the text of such a page is unreliable: for example, it may state that there are no results.
  const refusal = settled.filled > 0 || settled.listing ? null : requests.refusal;
  if (refusal !== null) log.warn("page_data_refused", { status: refusal.status, place: place(refusal.url) });
  const { status, retryAfterSeconds } = refusal ?? document;
  return { ...sourcedPage(document), html, status, retryAfterSeconds };
}

/** Playwright reports the end of a page or its browser by a message only, before its state is `disconnected`. */
function hasEnded(cause: unknown): boolean {
  return cause instanceof Error && /\b(closed|crashed)\b/i.test(cause.message);
}

function isRendered({ status, mediaType }: OutboundResponse): boolean {
  return RENDERED.has(status) && mediaType === "text/html";
}

/**
 * Answers all requests that the browser lets us intercept. Others, such as a WebSocket, can't connect
 * (lambdas/mercari/fetch/chromium.ts).
 */
async function answerEverything(context: BrowserContext, requests: PageRequests): Promise<void> {
  context.on("page", (popup) => void popup.close().catch(() => undefined));
  await context.route("**", requests.answer);
}
