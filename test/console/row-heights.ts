import type { Page } from "playwright-core";

/** Rows of a list that are not as high as its first: those that have failed, have two lines of a title or a picture among them. */
export function unevenRows(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll(".items.rows")].flatMap((list) => {
    // What is off the screen is not laid out.
    const rows = [...list.querySelectorAll("article")].filter((row) => row.checkVisibility({ contentVisibilityAuto: true }));
    const height = (row) => Math.round(row.getBoundingClientRect().height);
    return rows
      .filter((row) => height(row) !== height(rows[0]))
      .map((row) => height(row) + " px in place of " + height(rows[0]) + ": " + row.textContent.slice(0, 160));
  })`);
}

/** Icons of the bar at the bottom that are not as high above it as the first: a label of two lines lifts its icon. */
export function unevenPlaces(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const icons = [...document.querySelectorAll(".places:not(.further) .icon")];
    const top = (icon) => Math.round(icon.getBoundingClientRect().top);
    return icons.filter((icon) => top(icon) !== top(icons[0])).map((icon) => "not in line: " + icon.parentElement.textContent);
  })()`);
}

/** Chips of more than one line: there is no room for them, or for the name beside them. */
export function brokenChips(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll(".chip")]
    .filter((chip) => chip.checkVisibility() && chip.offsetHeight > 2 * parseFloat(getComputedStyle(chip).lineHeight))
    .map((chip) => chip.offsetHeight + " px high: " + chip.textContent)`);
}
