// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { focusNext } from "../../../console/parts/focus-next.ts";

afterEach(() => document.body.replaceChildren());

const item = (name: string, level = "h2") => `<article id="${name}"><${level}>${name}</${level}></article>`;
const link = (name: string) => `<article id="${name}"><h3><a href="/${name}">${name}</a></h3></article>`;

/** @returns what has the focus after an item goes, or nothing in particular */
function after(gone: string | null, ...items: readonly string[]): string | null | undefined {
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
])("the focus goes to %s", (_, gone, items, focused) => {
  expect(after(gone, ...items)).toBe(focused);
});

it("a link keeps its place in the order of tabs, a heading gets none", () => {
  after("a", item("a"), link("b"));
  expect(document.activeElement?.hasAttribute("tabindex")).toBe(false);
  after("a", item("a"), item("b"));
  expect(document.activeElement?.getAttribute("tabindex")).toBe("-1");
});

it("nothing happens on a page without a screen", () => {
  document.body.innerHTML = item("a");
  focusNext(document.getElementById("a"));
  expect(document.activeElement).toBe(document.body);
});
