import type { Page } from "playwright-core";

/** The middle of a control in the window. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * What is shown on a page and can't be pressed at its middle and at its corners, each with what lies there instead; text of an
 * item that its actions lie over; and names of actions that are cut off. Where something hovers, the pointer is moved to each
 * control first, since that may show others; of items with the same controls, to those of the one with the longest text. Only
 * what lies over the page counts while there is a dialog or a popover.
 *
 * @param within where the pointer is moved to controls; by default in the content, since the navigation of all screens is the same
 */
export async function covered(page: Page, within = CONTENT): Promise<string[]> {
  await page.evaluate(PREPARED);
  const [hovers, isOver] = await page.evaluate<boolean[]>("[matchMedia('(hover: hover)').matches, pointed.isOver]");
  if (!hovers) return page.evaluate<string[]>("pointed.all('*')");
  const pointedAt = isOver ? "body" : within;
  const found = await page.evaluate<string[]>(`pointed.all(":not(${pointedAt} *)")`);
  let next = await page.evaluate<Place | null>(`pointed.first("${pointedAt} *", pointed.isOfLongest())`);
  while (next !== null) {
    await page.mouse.move(next.x, next.y);
    const judged = await page.evaluate<{ found: string[]; next: Place | null }>(
      "({ found: pointed.judged(), next: pointed.next() })",
    );
    found.push(...judged.found);
    next = judged.next;
  }
  return found;
}

const CONTENT = "#content";

/**
 * The same, and what can't be pressed in what the buttons of the screen open, of which the items' are alike.
 *
 * @param within where the buttons are, too
 */
export async function coveredWithMenus(page: Page, within = CONTENT): Promise<string[]> {
  const found = await covered(page, within);
  const buttons = page
    .locator(within)
    .locator(":nth-child(1 of article) [popovertarget]:visible, :not(article *)[popovertarget]:visible");
  for (const button of await buttons.all()) {
    await button.click();
    found.push(...(await covered(page)));
    await page.keyboard.press("Escape");
  }
  return [...new Set(found)];
}

const PREPARED = `(() => {
  const PRESSED = "a[href], button, input, select, textarea, summary, [role=option]";
  const over = [...document.querySelectorAll("dialog[open], :popover-open")].at(-1) ?? document;
  let controls = [];
  /** What a press on the element reaches: a box and its label are one. */
  const targetOf = (element) => element.closest("label") ?? element;
  const common = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const isSeen = ({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1;
  /** The part of a box of an element that nothing around it clips. */
  const seenPart = (element, box, from = element.parentElement) => {
    let part = common(box, { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight });
    let { position } = getComputedStyle(element);
    for (let around = from; around !== null; around = around.parentElement) {
      if (position === "fixed" || around === document.documentElement || around === document.body) break;
      const style = getComputedStyle(around);
      const clips = style.contentVisibility === "auto";
      if (position === "absolute" && style.position === "static" && !clips) continue;
      if (style.clipPath !== "none") return { left: 0, top: 0, right: 0, bottom: 0 };
      if (clips || style.overflowX !== "visible") part = common(part, around.getBoundingClientRect());
      if (around.matches("dialog, :popover-open")) break;
      position = style.position;
    }
    return part;
  };
  /** The boxes of an element; of a link that looks like text, without the space around it, which others may lie over. */
  const seenParts = (element) => {
    const style = getComputedStyle(element);
    if (style.clipPath !== "none") return [];
    const nothing = "rgba(0, 0, 0, 0)";
    const isFlat = style.borderTopWidth === "0px" || style.borderTopColor === nothing;
    const isText = element.tagName === "A" && style.backgroundColor === nothing && isFlat;
    const space = (side) => parseFloat(style["padding" + side]) + parseFloat(style["border" + side + "Width"]);
    const [above, below] = isText ? [space("Top"), space("Bottom")] : [0, 0];
    return [...element.getClientRects()]
      .map(({ left, right, top, bottom }) => ({ left, right, top: top + above, bottom: bottom - below }))
      .map((box) => seenPart(element, box))
      .filter(isSeen);
  };
  const named = (element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent).trim().replaceAll(/\\s+/g, " ");
    const around = element.closest("[class]");
    return element.tagName.toLowerCase() + "." + (around?.className ?? "") + ' "' + text.slice(0, 40) + '"';
  };
  const at = (x, y) => document.elementFromPoint(x, y);
  /** The middle, and the corners where they are not round. */
  const pointsOf = (target, { left, top, right, bottom }) => {
    const round = Math.min(parseFloat(getComputedStyle(target).borderTopLeftRadius) || 0, (bottom - top) / 2, (right - left) / 2);
    const inner = 2 + round * 0.3;
    return [
      ["middle", (left + right) / 2, (top + bottom) / 2],
      ["left top", left + inner, top + inner],
      ["right top", right - inner, top + inner],
      ["left bottom", left + inner, bottom - inner],
      ["right bottom", right - inner, bottom - inner],
    ];
  };
  const misses = (element) => {
    const target = targetOf(element);
    return seenParts(target).flatMap((part) => pointsOf(target, part)).flatMap(([name, x, y]) => {
      const hit = at(x, y);
      if (hit !== null && (target.contains(hit) || hit.closest("label")?.control === element)) return [];
      return [named(target) + " at its " + name + ": " + (hit === null ? "nothing" : named(hit))];
    });
  };
  /** Text of an item below its actions. */
  const textBelow = (article) => {
    const shown = [...article.querySelectorAll(".item-actions")]
      .filter((actions) => actions.checkVisibility({ opacityProperty: true }));
    const isInActions = (element) => shown.some((actions) => actions.contains(element));
    const range = document.createRange();
    const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const { parentElement } = texts.currentNode;
      if (isInActions(parentElement)) continue;
      range.selectNodeContents(texts.currentNode);
      const parts = [...range.getClientRects()].map((box) => seenPart(parentElement, box, parentElement)).filter(isSeen);
      const isBelow = parts.some(({ left, top, right, bottom }) =>
        [left + 1, (left + right) / 2, right - 1].some((x) => isInActions(at(x, (top + bottom) / 2))));
      if (isBelow) found.push("text below its actions: " + texts.currentNode.data.slice(0, 40));
    }
    return found;
  };
  /** The name of an action that is pointed at, where something clips it. */
  const cutName = (element) => {
    const name = element.querySelector(".action-name");
    if (name === null || !name.checkVisibility({ opacityProperty: true })) return [];
    const box = name.getBoundingClientRect();
    const part = seenPart(name, box);
    const isWhole = ["left", "right", "top", "bottom"].every((side) => Math.abs(part[side] - box[side]) < 1);
    return isWhole ? [] : [named(element) + " has a name that is cut off"];
  };
  let index = -1;
  /** The middle of a control that is not hidden. */
  const placed = () => {
    const target = targetOf(controls[index]);
    const isThere = target.checkVisibility({ visibilityProperty: true });
    if (!isThere || getComputedStyle(controls[index]).pointerEvents === "none") return null;
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const [part] = seenParts(target);
    return part === undefined ? null : { x: (part.left + part.right) / 2, y: (part.top + part.bottom) / 2 };
  };
  const pointed = {
    isOver: over !== document,
    next: () => {
      for (index += 1; index < controls.length; index += 1) {
        const place = placed();
        if (place !== null) return place;
      }
      return null;
    },
    judged: () => {
      const element = controls[index];
      const article = element.closest("article");
      const isShown = targetOf(element).checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const ofItem = over !== document || article === null ? [] : textBelow(article);
      return isShown ? [...misses(element), ...cutName(element), ...ofItem] : ofItem;
    },
    /** Begins with the controls that a selector and a condition match. */
    first: (selector, isMeant = () => true) => {
      controls = [...over.querySelectorAll(PRESSED)].filter((control) => control.matches(selector) && isMeant(control));
      index = -1;
      return pointed.next();
    },
    /** A condition: whether no item with the same controls as the control's has a longer text. */
    isOfLongest: () => {
      const kindOf = (article) =>
        [...article.querySelectorAll(PRESSED)].map(({ tagName, className }) => tagName + className).join();
      const byText = [...over.querySelectorAll("article")]
        .toSorted((one, other) => one.textContent.length - other.textContent.length);
      const longest = new Map(byText.map((article) => [kindOf(article), article]));
      return (control) => {
        const article = control.closest("article");
        return article === null || longest.get(kindOf(article)) === article;
      };
    },
    all: (selector) => {
      const found = [];
      for (let place = pointed.first(selector); place !== null; place = pointed.next()) found.push(...pointed.judged());
      return found;
    },
  };
  globalThis.pointed = pointed;
})()`;
