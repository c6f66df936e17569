// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { searchOperators } from "../../../../client/search.ts";
import { SearchBox } from "../../../../console/parts/search/search-box.tsx";
import { fill, loaded, pressKey, type } from "../../dom/acts.ts";
import { descriptions } from "../../dom/contents.ts";
import { openPage } from "../../dom/page.ts";
import { button, hasButton, referred, textBox, texts } from "../../dom/shown.ts";

afterEach(() => void vi.useRealTimers());

const KNOWN = { operators: searchOperators, tags: ["tea", "Web Design"], hosts: ["tea.example"], today: "2026-11-20" };

/** A search box whose own searches come back as its value. */
async function shows(hint?: string) {
  const searched: string[] = [];
  const value = signal("");
  const onSearch = (text: string) => {
    searched.push(text);
    value.value = text;
  };
  const page = await openPage();
  const own = { label: "Search", known: () => KNOWN, onSearch, ...(hint === undefined ? {} : { hint }) };
  await page.show(() => h(SearchBox, { ...own, value: value.value }));
  await loaded();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return { searched, value, page };
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

const box = () => textBox("Search");
const options = () => texts('[role="option"] bdi');
const list = () => document.getElementById(box().getAttribute("aria-controls") ?? "");
const selected = () => texts("[aria-selected=true] bdi")[0];
const active = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;

/** @param caret where it is in the text */
async function write(text: string, { isComposing = false, caret = text.length } = {}): Promise<void> {
  box().value = text;
  box().setSelectionRange(caret, caret);
  await type(text, box(), isComposing);
}
const key = (name: string, init: KeyboardEventInit = {}) => pressKey(name, box(), init);

/** Submits the form: `submit` would wait for timers. */
async function enter(): Promise<void> {
  const event = new Event("submit", { bubbles: true, cancelable: true });
  await act(() => void document.querySelector("form")?.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
}

describe("the suggestions of a search box", () => {
  it("come while a person types, not while a word is composed, and are counted for screen readers", async () => {
    await shows();
    await write("te", { isComposing: true });
    expect(options()).toEqual([]);
    await write("te");
    expect(options()).toEqual(["tag:tea", "site:tea.example"]);
    expect(texts("main [role=status]")).toEqual(["2 suggestions: choose with the arrow keys"]);
  });

  it("are chosen by the arrows, and taken by Enter in place of what was typed", async () => {
    await shows();
    await write("owls tag:w");
    expect([await key("ArrowDown"), active()]).toEqual([false, 'tag:"Web Design" Tag']);
    expect([await key("Enter"), box().value, options()]).toEqual([false, 'owls tag:"Web Design" ', []]);
  });

  it("leave Enter to the search while none is chosen", async () => {
    await shows();
    await write("te");
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
    await write("te");
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
      await write("te");
      await key("ArrowDown", { keyCode: 40 });
      const before = [options(), selected(), box().value];
      expect([await key(name, { keyCode: 229 }), [options(), selected(), box().value]]).toEqual([true, before]);
    },
  );

  it("leave the other keys, those of an input method and Up without suggestions to the browser", async () => {
    await shows();
    expect([await key("ArrowUp"), await key("ArrowDown", { isComposing: true }), options()]).toEqual([true, true, []]);
    await write("te");
    expect([await key("t"), await key("ArrowDown", { isComposing: true })]).toEqual([true, true]);
    expect(selected()).toBeUndefined();
  });

  it("are named and shown only while there are any, with none chosen before an arrow", async () => {
    await shows();
    expect([list()?.role, list()?.hidden, texts("main [role=status]")]).toEqual(["listbox", true, [""]]);
    await write("te");
    expect([list()?.hidden, box().hasAttribute("aria-activedescendant")]).toEqual([false, false]);
    expect(selected()).toBeUndefined();
  });

  it("are taken by a click, with the focus in the box and the caret after what was taken", async () => {
    await shows();
    box().focus();
    await write("-te owls", { caret: 3 });
    const option = document.querySelector("[role=option]");
    const down = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    await act(() => void option?.dispatchEvent(down));
    await act(() => void option?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    expect([box().value, box().selectionStart, down.defaultPrevented]).toEqual(["-tag:tea owls", 9, true]);
    expect(options()).toEqual([]);
    await write("-tag:tea owls hens");
    expect(box().selectionStart).toBe(18);
  });

  it("that are taken are searched for after a pause", async () => {
    const { searched } = await shows();
    await write("te");
    await key("ArrowDown");
    await key("Enter");
    await pass(300);
    expect(searched).toEqual(["tag:tea"]);
  });

  it("are closed by Escape, which then is the browser's again", async () => {
    await shows();
    await write("te");
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
    await write("owls after:monday x");
    expect(texts("main [role=alert]")).toEqual([]);
    await enter();
    expect(box().getAttribute("aria-invalid")).toBe("true");
    expect(referred(box(), "aria-describedby")).toBe("after: takes a day such as 2026-01-31.");
    await act(() => button("Show it").click());
    expect([document.activeElement, box().selectionStart, box().selectionEnd]).toEqual([box(), 5, 17]);
    await write("owls after:2026-01-31 x");
    expect([box().getAttribute("aria-invalid"), texts("main [role=alert]")]).toEqual(["false", []]);
    expect(hasButton("Show it")).toBe(false);
  });
});

describe("a search box", () => {
  it("searches when no key was pressed for a while, without the spaces around, and only for something else", async () => {
    const { searched } = await shows("By title");
    expect([box().maxLength, descriptions(box())]).toEqual([200, ["By title"]]);
    await fill("Search", "wr");
    await pass(299);
    await fill("Search", " wrens ");
    await pass(299);
    expect(searched).toEqual([]);
    await pass(1);
    await fill("Search", "wrens");
    await pass(300);
    expect(searched).toEqual(["wrens"]);
  });

  it("searches at once by Enter, and not once more after the while", async () => {
    const { searched } = await shows();
    expect(box().hasAttribute("aria-describedby")).toBe(false);
    await fill("Search", "tits");
    await enter();
    expect(searched).toEqual(["tits"]);
    await pass(300);
    expect(searched).toEqual(["tits"]);
  });

  it("waits while a word is composed", async () => {
    const { searched } = await shows();
    await fill("Search", "雀");
    await act(() => void box().dispatchEvent(new Event("compositionstart", { bubbles: true })));
    await write("雀の", { isComposing: true });
    await pass(1_000);
    expect(searched).toEqual([]);
    await act(() => void box().dispatchEvent(new Event("compositionend", { bubbles: true })));
    await pass(300);
    expect(searched).toEqual(["雀の"]);
  });

  it("follows a search that comes from elsewhere, but keeps what is typed when its own comes back", async () => {
    const { searched, value } = await shows();
    await fill("Search", "wrens ");
    await enter();
    expect([box().value, value.value]).toEqual(["wrens ", "wrens"]);
    await fill("Search", "wrens a");
    await act(() => {
      value.value = "tits";
    });
    await pass(300);
    expect([box().value, searched]).toEqual(["tits", ["wrens"]]);
  });

  it("searches no more once it has gone, or when a link has been followed whose screen is still being loaded", async () => {
    const { searched, page } = await shows();
    await fill("Search", "wrens");
    history.pushState(null, "", "/app/bookmarks/1");
    await pass(300);
    await fill("Search", "owls");
    // At the same address, since another one would keep the box from searching.
    await page.show(() => null, "bookmarks/1");
    await pass(300);
    expect(searched).toEqual([]);
  });
});
