import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";

/** When a page is taken for finished, in milliseconds. */
export interface SettleLimits {
  /** For how long nothing has changed where every card is filled, or a listing is shown. */
  readonly quietMs: number;
  /** The same where neither is: scripts may be about to begin, or the page has nothing to show. */
  readonly unfilledQuietMs: number;
  /** What changes all the time is taken as it is then. */
  readonly atMostMs: number;
}

/** Milliseconds between two looks. */
const POLL_INTERVAL_MS = 100;

/** The facts of a page that show whether its scripts are still working. */
interface Look {
  readonly cells: number;
  readonly filled: number;
  readonly listing: boolean;
  readonly skeleton: boolean;
  readonly elements: number;
  readonly text: number;
}

/** The hooks are those of the readers of the same pages, which look for themselves. */
const LOOK = `(() => {
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
 * Waits until a page has shown what it has to show.
 *
 * @returns whether it settled, how many cards its grid holds and has filled, and whether it shows one listing
 */
export async function settledPage(
  page: Page,
  requests: { readonly inFlight: number },
  limits: SettleLimits,
): Promise<{ readonly settled: boolean } & Pick<Look, "cells" | "filled" | "listing">> {
  const begin = performance.now();
  let seen = "";
  let since = begin;
  for (;;) {
    const look = await page.evaluate<Look>(LOOK);
    const now = performance.now();
    const shown = JSON.stringify(look);
    if (shown !== seen || requests.inFlight > 0) since = now;
    seen = shown;
    const isFilled = !look.skeleton && look.filled === look.cells && (look.cells > 0 || look.listing);
    const settled = now - since >= (isFilled ? limits.quietMs : limits.unfilledQuietMs);
    if (settled || now - begin >= limits.atMostMs) {
      return { settled, cells: look.cells, filled: look.filled, listing: look.listing };
    }
    await pause(POLL_INTERVAL_MS);
  }
}
