// @vitest-environment happy-dom
import type { IconNode } from "lucide";
import { h } from "preact";
import { useRef } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { areActionsIcons } from "../../../console/device/action-icons.ts";
import { isolated } from "../../../console/language/isolated.ts";
import { BackLink } from "../../../console/parts/back-link.tsx";
import { Badge } from "../../../console/parts/badge.tsx";
import { DeleteButton } from "../../../console/parts/delete-button.tsx";
import { focusNext } from "../../../console/parts/focus/focus-next.ts";
import { Filters } from "../../../console/parts/forms/filters.tsx";
import { Icon } from "../../../console/parts/icon.tsx";
import { ActionName, ItemActions } from "../../../console/parts/item-actions.tsx";
import { useOwnHeights } from "../../../console/parts/use-own-heights.ts";
import { When } from "../../../console/parts/when.tsx";
import { press } from "../dom/acts.ts";
import { main } from "../dom/contents.ts";
import { openPage } from "../dom/page.ts";
import { button } from "../dom/shown.ts";

it("an item leads back to its list", async () => {
  await (await openPage()).show(() => h(BackLink, { to: "/app/books", children: "All books" }));
  expect([main().textContent, main().querySelector("a")?.getAttribute("href")]).toEqual(["All books", "/app/books"]);
});

it.each([
  ["with words for those who don't see the corner", { count: "3", words: "unread" }, "3 unread", "false"],
  ["that something else tells", { count: "3" }, "3", "true"],
])("a number %s is read or passed over", async (_, props, text, isHidden) => {
  await (await openPage()).show(() => h(Badge, props));
  const badge = main().querySelector("span");
  expect([badge?.textContent, badge?.getAttribute("aria-hidden")]).toEqual([text, isHidden]);
});

it.each([
  [false, 1],
  [true, 0],
])("the button that deletes an item, while it is being deleted (%s), does so %i times", async (isBusy, times) => {
  const onDelete = vi.fn();
  await (await openPage()).show(() => h(DeleteButton, { describedBy: "owls", isBusy, onDelete }));
  await press("Delete");
  expect(onDelete).toHaveBeenCalledTimes(times);
  const attributes = ["aria-disabled", "aria-describedby"].map((name) => button("Delete").getAttribute(name));
  expect(attributes).toEqual([String(isBusy), "owls"]);
});

it("the filters are behind one button, and each in use is a chip that takes it away", async () => {
  const onChoose = vi.fn();
  const onRemove = vi.fn();
  const choice = (value: string) => ({ label: "Status", value, names: { done: "Done" }, onChoose });
  const page = await openPage();
  await page.show(() => h(Filters, { choices: [choice("")], children: "Tags" }));
  const filters = document.getElementById(button("Filter").getAttribute("popovertarget") ?? "");
  expect([filters?.textContent, filters?.getAttribute("aria-label")]).toEqual(["StatusAllDoneTags", "Filter"]);
  expect(main().querySelector(".tags")).toBeNull();
  await page.show(() => h(Filters, { choices: [choice("done")], named: [{ name: "birds", onRemove }] }));
  const chips = Array.from(main().querySelectorAll<HTMLElement>(".tags span"), ({ textContent, lang }) => [
    textContent,
    lang,
  ]);
  expect(chips).toEqual([
    ["birds", ""],
    ["Done", ""],
  ]);
  await press("Remove birds");
  await press("Remove Done");
  expect([onRemove.mock.calls, onChoose.mock.calls]).toEqual([[[]], [[""]]]);
});

it("what can be done with an item is behind one button, and goes once something of it is chosen", async () => {
  const action = h("button", { type: "button" }, h(ActionName, { children: "Edit" }));
  await (await openPage()).show(() => h(ItemActions, { name: "Owls", children: action }));
  const opens = main().querySelector("[popovertarget]");
  expect(opens?.getAttribute("aria-label")).toBe(`Actions of ${isolated("Owls")}`);
  const menu = document.getElementById(opens?.getAttribute("popovertarget") ?? "") as HTMLElement;
  const hidden = vi.spyOn(menu, "hidePopover");
  await press("Edit", menu);
  expect(hidden).toHaveBeenCalledTimes(1);
});

it("in a narrow window the actions of an item are there once their menu is opened, and then stay", async () => {
  await (await openPage()).show(() => h(ItemActions, { name: "Owls", children: h("i", {}) }));
  const isThere = () => main().querySelector("i") !== null;
  const widen = (isWide: boolean) =>
    act(() => {
      areActionsIcons.value = isWide;
    });
  expect(isThere()).toBe(true);
  await widen(false);
  onTestFinished(() => widen(true));
  expect(isThere()).toBe(false);
  await press(`Actions of ${isolated("Owls")}`);
  expect(isThere()).toBe(true);
  await press(`Actions of ${isolated("Owls")}`);
  expect(isThere()).toBe(true);
});

it("an icon is drawn of its shapes, and passed over by screen readers", async () => {
  const icon: IconNode = [
    ["path", { d: "M0 0h9" }],
    ["circle", { r: "2" }],
  ];
  await (await openPage()).show(() => h(Icon, { icon }));
  const drawn = main().querySelector("svg");
  expect(drawn?.getAttribute("aria-hidden")).toBe("true");
  expect(drawn?.innerHTML).toBe('<path d="M0 0h9"></path><circle r="2"></circle>');
});

const NOW = new Date("2026-11-05T11:30:00.000Z");

it.each([
  ["its age", { now: NOW }, "3 days ago", true],
  ["the day in a list", { now: NOW, isDay: true }, "3 days ago", true],
  ["the day", { isDay: true }, "2 Nov 2026", true],
  ["the day and the hour", {}, expect.stringMatching(/^2 Nov 2026, /), false],
  ["a phrase", { isDay: true, words: (told: string) => `Since ${told}` }, "Since 2 Nov 2026", true],
])("a time is told as %s, and the whole of it where it is pointed at", async (_, props, told, hasTitle) => {
  const at = "2026-11-02T11:30:00.000Z";
  await (await openPage()).show(() => h(When, { at, ...props }));
  const time = document.querySelector("time");
  expect([time?.dateTime, time?.textContent]).toEqual([at, told]);
  expect(time?.title.startsWith("2 Nov 2026, ") === hasTitle).toBe(true);
});

function Cards({ isOn }: { readonly isOn: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  useOwnHeights(list, isOn, null);
  return h("ul", { ref: list, style: { gridAutoRows: "8px", columnGap: "16px" } }, h("li", {}), h("li", {}));
}

it("each card of a list has as many tracks as it is high with the gap below it, and a row has none", async () => {
  const heights = [200, 129];
  class Observer {
    constructor(run: (entries: unknown) => void) {
      this.observe = (target) => run([{ target, borderBoxSize: [{ blockSize: heights.shift() }] }]);
    }
    observe: (target: Element) => void;
    disconnect = () => undefined;
  }
  vi.stubGlobal("ResizeObserver", Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = await openPage();
  const tracks = () =>
    Array.from(document.querySelectorAll<HTMLElement>("main li"), ({ style }) => style.getPropertyValue("--tracks"));
  await page.show(() => h(Cards, { isOn: false }));
  expect(tracks()).toEqual(["", ""]);
  await page.show(() => h(Cards, { isOn: true }));
  expect(tracks()).toEqual(["27", "19"]);
});

describe("the focus after an item goes", () => {
  afterEach(() => document.body.replaceChildren());

  const item = (name: string, level = "h2") => `<article id="${name}"><${level}>${name}</${level}></article>`;
  const link = (name: string) => `<article id="${name}"><h3><a href="/${name}">${name}</a></h3></article>`;

  /** @returns what has the focus after an item goes, or nothing in particular */
  function focusAfter(gone: string | null, ...items: readonly string[]): string | null | undefined {
    document.body.innerHTML = `<h1>Outside</h1>${item("outside")}<main><h1>Screen</h1>${items.join("")}</main>`;
    focusNext(gone === null ? null : document.getElementById(gone));
    return document.activeElement?.textContent;
  }

  it.each([
    ["the next item", "b", [item("a"), item("b"), item("c")], "c"],
    ["the next item's link", "a", [item("a"), link("b")], "b"],
    ["the one before, of the last", "c", [item("a"), item("b", "h3"), item("c")], "b"],
    ["the screen's heading, of the only one", "a", [item("a")], "Screen"],
    ["the screen's heading, of one that is not in the list", "outside", [item("a")], "Screen"],
    ["the screen's heading, of one that is gone already", null, [item("a")], "Screen"],
    ["the screen's heading, when the neighbour has none", "a", [item("a"), "<article></article>"], "Screen"],
  ])("is at %s", (_, gone, items, focused) => {
    expect(focusAfter(gone, ...items)).toBe(focused);
  });

  it("leaves a link in the order of tabs, and a heading out of it", () => {
    focusAfter("a", item("a"), link("b"));
    expect(document.activeElement?.hasAttribute("tabindex")).toBe(false);
    focusAfter("a", item("a"), item("b"));
    expect(document.activeElement?.getAttribute("tabindex")).toBe("-1");
  });

  it("stays on a page without a screen", () => {
    document.body.innerHTML = item("a");
    focusNext(document.getElementById("a"));
    expect(document.activeElement).toBe(document.body);
  });
});
