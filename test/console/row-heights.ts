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
