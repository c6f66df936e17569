// @vitest-environment happy-dom
import { h, render } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { SearchBox } from "../../../../console/parts/search/search-box.tsx";
import { ALL_OPERATORS } from "../../../../console/parts/search/suggestions.ts";
import { press, submit } from "../../dom/acts.ts";
import { hasButton, referred, textBox, texts } from "../../dom/shown.ts";

afterEach(() => render(null, document.body));

const KNOWN = { operators: ALL_OPERATORS, tags: ["tea", "Web Design"], hosts: ["tea.example"], today: "2026-11-20" };

/** @returns what is searched for */
async function shows(): Promise<readonly string[]> {
  const searched: string[] = [];
  const Box = () => {
    const [value, setValue] = useState("");
    const onSearch = (text: string) => {
      searched.push(text);
      setValue(text);
    };
    return h(SearchBox, { label: "Search", value, known: () => KNOWN, onSearch });
  };
  await act(() => render(h(Box, {}), document.body));
  return searched;
}

const box = () => textBox("Search");
const options = () => texts('[role="option"] bdi');
const list = () => document.getElementById(box().getAttribute("aria-controls") ?? "");
const selected = () => texts("[aria-selected=true] bdi")[0];
const active = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;

async function type(text: string, { isComposing = false, caret = text.length } = {}): Promise<void> {
  box().value = text;
  box().setSelectionRange(caret, caret);
  const event = Object.assign(new Event("input", { bubbles: true }), { isComposing });
  await act(() => void box().dispatchEvent(event));
}

/** @returns whether the browser would still do what the key does by itself */
async function key(name: string, options: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...options });
  await act(() => void box().dispatchEvent(event));
  return !event.defaultPrevented;
}

describe("the suggestions of a search box", () => {
  it("come while a person types, not while a word is composed, and are counted for screen readers", async () => {
    await shows();
    await type("te", { isComposing: true });
    expect(options()).toEqual([]);
    await type("te");
    expect(options()).toEqual(["tag:tea", "site:tea.example"]);
    expect(texts("[role=status]")).toEqual(["2 suggestions: choose with the arrow keys"]);
  });

  it("are chosen by the arrows, and taken by Enter in place of what was typed", async () => {
    await shows();
    await type("owls tag:w");
    expect([await key("ArrowDown"), active()]).toEqual([false, 'tag:"Web Design" Tag']);
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
    expect([box().value, options(), selected()]).toEqual(["tag:", ["tag:tea", 'tag:"Web Design"'], undefined]);
  });

  it("are gone through from either end, round and round", async () => {
    await shows();
    await type("te");
    const [tag, site] = ["tag:tea", "site:tea.example"];
    const chosen: (string | undefined)[] = [];
    for (const name of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowUp"]) {
      expect(await key(name)).toBe(false);
      chosen.push(selected());
    }
    expect(chosen).toEqual([site, tag, site, tag, site, tag]);
  });

  it.each(["ArrowDown", "ArrowUp", "Enter", "Escape"])(
    "are not changed by %s where that ends a composition in Safari",
    async (name) => {
      await shows();
      await type("te");
      await key("ArrowDown", { keyCode: 40 });
      const before = [options(), selected(), box().value];
      expect([await key(name, { keyCode: 229 }), [options(), selected(), box().value]]).toEqual([true, before]);
    },
  );

  it("leave the other keys, those of an input method and Up without suggestions to the browser", async () => {
    await shows();
    expect([await key("ArrowUp"), await key("ArrowDown", { isComposing: true }), options()]).toEqual([true, true, []]);
    await type("te");
    expect([await key("t"), await key("ArrowDown", { isComposing: true })]).toEqual([true, true]);
    expect(selected()).toBeUndefined();
  });

  it("are named and shown only while there are any, with none chosen before an arrow", async () => {
    await shows();
    expect([list()?.role, list()?.hidden, texts("[role=status]")]).toEqual(["listbox", true, [""]]);
    await type("te");
    expect([list()?.hidden, box().hasAttribute("aria-activedescendant")]).toEqual([false, false]);
    expect(selected()).toBeUndefined();
  });

  it("are taken by a click, with the focus in the box and the caret after what was taken", async () => {
    await shows();
    box().focus();
    await type("-te owls", { caret: 3 });
    const option = document.querySelector("[role=option]");
    const down = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    await act(() => void option?.dispatchEvent(down));
    await act(() => void option?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    expect([box().value, box().selectionStart, down.defaultPrevented]).toEqual(["-tag:tea owls", 9, true]);
    expect(options()).toEqual([]);
    await type("-tag:tea owls hens");
    expect(box().selectionStart).toBe(18);
  });

  it("that are taken are searched for after a pause", async () => {
    const searched = await shows();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await type("te");
    await key("ArrowDown");
    await key("Enter");
    vi.advanceTimersByTime(300);
    expect(searched).toEqual(["tag:tea"]);
  });

  it("are closed by Escape, which then is the browser's again", async () => {
    await shows();
    await type("te");
    const seen: string[] = [];
    const listen = ({ key: name }: KeyboardEvent) => void seen.push(name);
    document.addEventListener("keydown", listen);
    onTestFinished(() => document.removeEventListener("keydown", listen));
    expect([await key("Escape"), options(), seen]).toEqual([false, [], []]);
    expect([await key("Escape"), seen]).toEqual([true, ["Escape"]]);
  });
});

describe("a search that can't be read", () => {
  it("says so once it is searched for, and selects the part", async () => {
    await shows();
    await type("owls after:monday x");
    expect(texts("[role=alert]")).toEqual([]);
    await submit();
    expect(box().getAttribute("aria-invalid")).toBe("true");
    expect(referred(box(), "aria-describedby")).toBe("after: takes a day such as 2026-01-31.");
    await press("Show it");
    expect([document.activeElement, box().selectionStart, box().selectionEnd]).toEqual([box(), 5, 17]);
    await type("owls after:2026-01-31 x");
    expect([box().getAttribute("aria-invalid"), texts("[role=alert]")]).toEqual(["false", []]);
    expect(hasButton("Show it")).toBe(false);
  });
});
