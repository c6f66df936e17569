import type { Page } from "playwright-core";

/**
 * What a person can't read on a page: text that is outside what clips it, or outside the window, where nothing scrolls. A text
 * that ends by an ellipsis on purpose is whole elsewhere, as is what a row has no place for: both are left out.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(CUT_OFF);
}

const CUT_OFF = `(() => {
  const found = new Set();
  const visible = { visibilityProperty: true, contentVisibilityAuto: true };
  const isHidden = (value) => value === "hidden" || value === "clip";
  const isScrolled = (value) => value === "auto" || value === "scroll";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const cut = (text) => {
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    for (let around = text.parentElement; around !== null; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.clipPath !== "none" || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") return false;
      // The root's own overflow is the window's.
      if (around === document.documentElement) break;
      const { left, right, top, bottom } = around.getBoundingClientRect();
      if (isScrolled(style.overflowX)) return false;
      // What does not fit into an item's line of facts, of which nothing is seen then.
      if (around.matches(".rows .facts") && boxes.every((box) => box.top >= bottom - 1)) return false;
      if (isHidden(style.overflowX) && boxes.some((box) => box.left < left - 1 || box.right > right + 1)) return true;
      // The box of a text has the ascent and the descent of its font, which may be more than its line.
      const slack = ({ height }) => height / 4;
      if (isHidden(style.overflowY) && boxes.some((box) => box.top < top - slack(box) || box.bottom > bottom + slack(box)))
        return true;
      if (style.position === "fixed" && boxes.some((box) => box.top < -slack(box) || box.bottom > innerHeight + slack(box)))
        return around.scrollHeight <= around.clientHeight || !isScrolled(style.overflowY);
    }
    return boxes.some((box) => box.left < -1 || box.right > document.documentElement.clientWidth + 1);
  };
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const { parentElement } = text;
    if (text.data.trim() === "" || !parentElement.checkVisibility(visible)) continue;
    if (parentElement.closest(".skip") !== null) continue;
    if (cut(text)) found.add(parentElement.outerHTML.slice(0, 160));
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    const right = (element) => element.getBoundingClientRect().right;
    const outside = [...document.querySelectorAll("body *")].filter((element) => right(element) > innerWidth + 1);
    found.add("the page scrolls sideways, as one of these does: " + outside.map(({ outerHTML }) => outerHTML.slice(0, 160)));
  }
  return [...found];
})()`;
