import type { Page } from "playwright-core";
import { until } from "../local/until.ts";

/**
 * Waits until the service worker controls the page: from then on the console starts without a network. Playwright's own
 * waiting for a condition would evaluate it in the page, whose policy forbids that.
 */
export async function isKept(page: Page): Promise<void> {
  await until(
    "the service worker controls the page",
    () => page.evaluate<boolean>("navigator.serviceWorker.controller !== null"),
    (isControlled) => isControlled,
  );
}
