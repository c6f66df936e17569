import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";

/** When a page counts as settled, in milliseconds. */
export interface SettleLimits {
  /** How long nothing must have changed on a page where every card is filled, or a listing is shown. */
  readonly quietMs: number;
  /** The same for other pages: their scripts may be about to begin, or they have nothing to show. */
  readonly unfilledQuietMs: number;
  /** A page that keeps changing is used as it is after this time. */
  readonly atMostMs: number;
}

/** Milliseconds between two samples. */
const POLL_INTERVAL_MS = 100;

/** The facts of a page that show whether its scripts still work. */
interface PageSample {
  readonly cells: number;
  readonly filled: number;
  readonly listing: boolean;
  readonly skeleton: boolean;
  readonly elements: number;
  readonly text: number;
}

/** The selectors match those of the readers of the same pages; the readers don't depend on this script. */
const SAMPLE = `(() => {
  const cells = [...document.querySelectorAll(':is(#item-grid, [data-testid="search-item-grid"]) [data-testid="item-cell"]')];
  const shown = (...names) => names.some((name) => document.querySelector('[data-testid="' + name + '"]') !== null);
  return {
    cells: cells.length,
    filled: cells.filter((cell) => cell.querySelector("a[href]") !== null).length,
    listing: shown("checkout-button-container", "product-detail-container"),
    skeleton: shown("loading-skeleton"),
    elements: document.getElementsByTagName("*").length,
    text: (document.querySelector("main") ?? document.body)?.textContent.length ?? 0,
  };
})()`;

/**
 * Waits until a page has settled.
 *
 * @returns whether it settled, how many cards its grid has and how many are filled, and whether it shows one listing
 */
export async function readSettledPage(
  page: Page,
  requests: { readonly inFlight: number },
  limits: SettleLimits,
): Promise<{ readonly settled: boolean } & Pick<PageSample, "cells" | "filled" | "listing">> {
  const begin = performance.now();
  let last = begin;
  let seen = "";
  let quietMs = 0;
  for (;;) {
    const sample = await page.evaluate<PageSample>(SAMPLE);
    const now = performance.now();
    const shown = JSON.stringify(sample);
    // A sample counts for two intervals at most: a page whose script computes answers late, and is not quiet meanwhile.
    const sinceLast = Math.min(now - last, 2 * POLL_INTERVAL_MS);
    quietMs = shown !== seen || requests.inFlight > 0 ? 0 : quietMs + sinceLast;
    last = now;
    seen = shown;
    const isFilled = !sample.skeleton && sample.filled === sample.cells && (sample.cells > 0 || sample.listing);
    const settled = quietMs >= (isFilled ? limits.quietMs : limits.unfilledQuietMs);
    if (settled || now - begin >= limits.atMostMs) {
      return { settled, cells: sample.cells, filled: sample.filled, listing: sample.listing };
    }
    await pause(POLL_INTERVAL_MS);
  }
}
