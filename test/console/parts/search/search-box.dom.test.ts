// @vitest-environment happy-dom
import { h, render } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it } from "vitest";
import { SearchBox } from "../../../../console/parts/search/search-box.tsx";
import { ALL_OPERATORS } from "../../../../console/parts/search/suggestions.ts";
import { hasButton, press, referred, submit, textBox, texts } from "../../dom/page.ts";

afterEach(() => render(null, document.body));

const KNOWN = { operators: ALL_OPERATORS, tags: ["tea", "Web Design"], hosts: ["tea.example"], today: "2026-11-20" };

async function shows(searched = ""): Promise<void> {
  const Box = () => {
    const [value, setValue] = useState(searched);
    return h(SearchBox, { label: "Search", value, known: () => KNOWN, onSearch: setValue });
  };
  await act(() => render(h(Box, {}), document.body));
}

const box = () => textBox("Search");
const options = () => texts('[role="option"] bdi');
const active = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;

async function type(text: string, isComposing = false): Promise<void> {
  box().value = text;
  const event = Object.assign(new Event("input", { bubbles: true }), { isComposing });
  await act(() => void box().dispatchEvent(event));
}

/** @returns whether the browser would still do what the key does by itself */
async function key(name: string): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
  await act(() => void box().dispatchEvent(event));
  return !event.defaultPrevented;
}

describe("the suggestions of a search box", () => {
  it("come while a person types, not while a word is composed, and are counted for screen readers", async () => {
    await shows();
    await type("te", true);
    expect(options()).toEqual([]);
    await type("te");
    expect([options(), texts("[role=status]")]).toEqual([
      ["tag:tea", "site:tea.example"],
      ["2 suggestions: choose with the arrow keys"],
    ]);
  });

  it("are chosen by the arrows, and taken by Enter in place of what was typed", async () => {
    await shows();
    await type("owls tag:w");
    expect([await key("ArrowDown"), active()]).toEqual([false, 'tag:"Web Design" with a tag']);
    expect([await key("Enter"), box().value, options()]).toEqual([false, 'owls tag:"Web Design" ', []]);
  });

  it("leave Enter to the search while none is chosen", async () => {
    await shows();
    await type("te");
    expect([await key("Enter"), box().value, options()]).toEqual([true, "te", []]);
  });

  it("go on with the values of an operator that is chosen", async () => {
    await shows();
    await key("ArrowDown");
    await key("ArrowDown");
    await key("Enter");
    expect([box().value, options()]).toEqual(["tag:", ["tag:tea", 'tag:"Web Design"']]);
  });

  it("are closed by Escape, which then is the browser's again", async () => {
    await shows();
    await type("te");
    expect([await key("Escape"), options(), await key("Escape")]).toEqual([false, [], true]);
  });
});

describe("a search that can't be read", () => {
  it("says so once it is searched for, and selects the part", async () => {
    await shows();
    await type("owls after:monday x");
    expect(texts("[role=alert]")).toEqual([]);
    await submit();
    expect([box().getAttribute("aria-invalid"), referred(box(), "aria-describedby")]).toEqual([
      "true",
      "No day in after:monday: give one such as 2026-01-31.",
    ]);
    await press("Show it");
    expect([document.activeElement, box().selectionStart, box().selectionEnd]).toEqual([box(), 5, 17]);
    await type("owls after:2026-01-31 x");
    expect([box().getAttribute("aria-invalid"), texts("[role=alert]")]).toEqual(["false", []]);
    expect(hasButton("Show it")).toBe(false);
  });
});
