// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import { NotFound } from "../../../console/shell/not-found.tsx";
import { Screen } from "../../../console/shell/screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { openPage } from "../dom/page.ts";
import { hasButton, texts } from "../dom/shown.ts";

/** A screen with a button beside its heading. */
const screen = (options: { readonly title?: string; readonly language?: string; readonly adminsOnly?: boolean } = {}) =>
  h(Screen, {
    title: "Owls",
    actions: h("button", { type: "button" }, "Add"),
    children: h("p", {}, "All"),
    ...options,
  });

describe("a screen", () => {
  it("has its title in its heading and in the browser's, also when it becomes another", async () => {
    const title = signal("Owls");
    await (await openPage()).show(() => screen({ title: title.value }));
    expect([texts("h1"), document.title, texts("main p")]).toEqual([["Owls"], "Owls · Magpie", ["All"]]);
    await act(() => {
      title.value = "Wrens";
    });
    expect([texts("h1"), document.title]).toEqual([["Wrens"], "Wrens · Magpie"]);
  });

  it("has the focus on its heading when a person comes from another one, and not when its title changes", async () => {
    const title = signal("Owls");
    const page = await openPage();
    await page.show(() => screen());
    await page.show(() => screen({ title: title.value }));
    const heading = document.querySelector("h1");
    expect([document.activeElement === heading, heading?.tabIndex]).toEqual([true, -1]);
    heading?.blur();
    await act(() => {
      title.value = "Wrens";
    });
    expect(document.activeElement).toBe(document.body);
  });

  it("leaves the focus to the browser when it is the first that is shown", async () => {
    // What has been shown is of the module: this is another page, which has loaded all modules again.
    vi.resetModules();
    const loaded = { ...(await import("../dom/page.ts")), ...(await import("../../../console/shell/screen.tsx")) };
    const page = await loaded.openPage();
    const show = () => page.show(() => h(loaded.Screen, { title: "Owls", children: null }));
    await show();
    expect(document.activeElement).toBe(document.body);
    await show();
    expect(document.activeElement).toBe(document.querySelector("h1"));
  });

  it.each([
    ["of the console's own language", {}, null, null],
    ["that others have written", { language: "ar" }, "ar", "auto"],
    ["of a language that is not known", { language: "" }, "", "auto"],
  ])("gives a title %s its language and direction", async (_, options, lang, dir) => {
    await (await openPage()).show(() => screen(options));
    const heading = document.querySelector("h1");
    expect([heading?.getAttribute("lang"), heading?.getAttribute("dir")]).toEqual([lang, dir]);
  });

  it.each([
    [true, false, ["This page is for administrators."], false],
    [true, true, ["All"], true],
    [false, false, ["All"], true],
  ])("for administrators: %s, of an administrator: %s, shows %j", async (adminsOnly, isAdmin, words, hasActions) => {
    await (await openPage([], new ChangesApi(), isAdmin)).show(() => screen({ adminsOnly }));
    expect([texts("main :is(p, .empty)"), hasButton("Add")]).toEqual([words, hasActions]);
  });

  it("that does not exist leads to the bookmarks", async () => {
    await (await openPage()).show(NotFound);
    const link = document.querySelector("main a");
    expect([texts("h1"), link?.textContent]).toEqual([["Page not found"], "Bookmarks"]);
    expect(link?.getAttribute("href")).toBe("/app/bookmarks");
  });

  it("belongs to somebody who is signed in", () => {
    expect(() => render(screen(), document.createElement("div"))).toThrow("below a SignedInProvider");
  });
});
