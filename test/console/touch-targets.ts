import type { Page } from "playwright-core";

/**
 * What is smaller than a finger needs (WCAG 2.5.5: 44 px both ways) on a page, each with its size. What counts is where a press
 * reaches it, as the page tells for each point, not how large it is drawn. Links in a line of text are left out, as WCAG does.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(SMALL_TARGETS);
}

const SMALL_TARGETS = `(() => {
  const LEAST = 44;
  const PRESSED = "a[href], button, input, select, textarea, summary";
  const LINES = "p, li, dd, dt, td, th, figcaption, small";
  /** What a press on the element reaches: a box and its label are one. */
  const targetOf = (element) => element.closest("label") ?? element;
  const isInText = (element) => {
    if (element.tagName !== "A") return false;
    const line = (element.closest(".facts") ?? element.closest(LINES))?.cloneNode(true);
    if (line === undefined) return false;
    for (const each of line.querySelectorAll(PRESSED + ", .visually-hidden")) each.remove();
    return /[\\p{L}\\p{N}]/u.test(line.textContent);
  };
  const reaches = (target, x, y) => {
    const at = document.elementFromPoint(x, y);
    return at !== null && target.contains(at);
  };
  /** Pixels from a point into a direction that reach the target. */
  const extent = (target, x, y, right, down) => {
    let far = 0;
    while (far < LEAST && reaches(target, x + right * (far + 1), y + down * (far + 1))) far += 1;
    return far;
  };
  const small = [];
  for (const element of document.querySelectorAll(PRESSED)) {
    const target = targetOf(element);
    if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isInText(element)) continue;
    if (getComputedStyle(element).pointerEvents === "none") continue;
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const [box] = target.getClientRects();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Such as what leads past the navigation, which comes with the focus.
    if (x < 0 || y < 0) continue;
    const size = reaches(target, x, y)
      ? [[1, 0], [0, 1]].map(([right, down]) =>
          1 + extent(target, x, y, right, down) + extent(target, x, y, -right, -down))
      : [0, 0];
    if (size.some((pixels) => pixels < LEAST)) small.push(size.join(" by ") + ": " + target.outerHTML.slice(0, 160));
  }
  return small;
})()`;
