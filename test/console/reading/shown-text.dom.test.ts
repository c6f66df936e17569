// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { shownText } from "../../../console/reading/shown-text.ts";

const NAMES = { table: "Table", code: "Code" };
const shown = (html: string) => shownText(html, NAMES).elements;

it("an image of a text is loaded when it is seen; one without an address is replaced by its text", () => {
  const text = shown('<p><img src="/i/owl" alt="An owl"></p><p><img alt="A hen"></p>');
  const images = Array.from(text.querySelectorAll("img"), (image) =>
    ["src", "loading", "decoding"].map((name) => image.getAttribute(name)),
  );
  expect([images, text.textContent]).toEqual([[["/i/owl", "lazy", "async"]], "A hen"]);
});

it("code of a text is scrolled by itself, by the keyboard, too", () => {
  const code = shown("<p>One</p><pre>x</pre>").querySelector("pre");
  expect([code?.className, code?.getAttribute("role")]).toEqual(["wide", "group"]);
  expect([code?.getAttribute("aria-label"), code?.tabIndex]).toEqual(["Code", 0]);
});

it("a table of a text is scrolled by itself; one in a table is scrolled with it", () => {
  const inner = "<table><tbody><tr><td>x</td></tr></tbody></table>";
  // The cleaner, which is for browsers, loses the first element of this DOM.
  const text = shown(`<p></p>${inner.replace("x", inner)}`);
  const tables = Array.from(text.querySelectorAll("table"), ({ parentElement }) => parentElement);
  expect(tables.map((parent) => [parent?.className, parent?.getAttribute("role"), parent?.tabIndex])).toEqual([
    ["wide", "group", 0],
    ["", null, -1],
  ]);
  expect(tables[0]?.getAttribute("aria-label")).toBe("Table");
});

it("a heading is told in one line, and can get the focus, which goes with a person who follows the contents", () => {
  const { elements, headings } = shownText("<p></p><h2>At \n<em> night</em></h2>", NAMES);
  expect(headings.map(({ title, level }) => [title, level])).toEqual([["At night", 2]]);
  expect(elements.querySelector("h2")?.tabIndex).toBe(-1);
});

it("a link of a text opens in a new tab, which learns nothing of this page", () => {
  const link = shown('<p><a href="https://blog.example/">a</a></p>').querySelector("a");
  expect([link?.target, link?.rel]).toEqual(["_blank", "noreferrer noopener"]);
});
