import type { Locator, Page } from "playwright-core";

/** More presses of Tab than any screen of a test has stops. */
const MOST_STOPS = 120;

/** Presses keys one after the other, e.g. `keys(page, "g", "s")`. */
export async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key);
}

/** Waits until an element has the focus. */
export async function hasFocus(page: Page, element: Locator): Promise<void> {
  await element.and(page.locator(":focus")).waitFor();
}

/**
 * Presses Tab until an element has the focus.
 *
 * @param backwards with Shift
 * @throws Error with the names of the stops when none of them is the element
 */
export async function tabTo(page: Page, element: Locator, backwards = false): Promise<void> {
  const passed: string[] = [];
  const focused = element.and(page.locator(":focus"));
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(backwards ? "Shift+Tab" : "Tab");
    if ((await focused.count()) > 0) return;
    passed.push(await page.evaluate<string>(`document.activeElement.textContent.trim().slice(0, 40)`));
  }
  throw new Error(`Tab never came to ${element}, but to: ${passed.join(", ")}`);
}

/** Presses Tab until an element has the focus, then Enter. */
export async function tabAndEnter(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press("Enter");
}
