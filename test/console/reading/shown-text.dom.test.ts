// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { shownText } from "../../../console/reading/shown-text.ts";

const shown = (html: string) => shownText(html, { table: "Table", code: "Code" }).elements;

it("an image of a text is loaded when it is seen; one without an address is what it shows, in words", () => {
  const text = shown('<p><img src="/i/owl" alt="An owl"></p><p><img alt="A hen"></p>');
  const images = Array.from(text.querySelectorAll("img"), (image) =>
    ["src", "loading", "decoding"].map((name) => image.getAttribute(name)),
  );
  expect([images, text.textContent]).toEqual([[["/i/owl", "lazy", "async"]], "A hen"]);
});

it("code of a text is scrolled by itself, by the keyboard, too", () => {
  const code = shown("<p>One</p><pre>x</pre>").querySelector("pre");
  expect([code?.className, code?.getAttribute("role"), code?.getAttribute("aria-label"), code?.tabIndex]).toEqual([
    "wide",
    "group",
    "Code",
    0,
  ]);
});

it("a link of a text opens in a new tab, which learns nothing of this page", () => {
  const link = shown('<p><a href="https://blog.example/">a</a></p>').querySelector("a");
  expect([link?.target, link?.rel]).toEqual(["_blank", "noreferrer noopener"]);
});
