// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { knownOfBooks } from "../../../../console/parts/search/known-values.ts";
import { SearchBox } from "../../../../console/parts/search/search-box.tsx";
import { fill } from "../../dom/acts.ts";
import { descriptions } from "../../dom/contents.ts";
import { openPage } from "../../dom/page.ts";
import { textBox } from "../../dom/shown.ts";

afterEach(() => void vi.useRealTimers());

describe("a search box", () => {
  const opened = async (hint?: string) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const searched: string[] = [];
    const value = signal("owls");
    const page = await openPage();
    const onSearch = (text: string) => void searched.push(text);
    await page.show(() =>
      h(SearchBox, {
        label: "Search",
        value: value.value,
        known: knownOfBooks,
        onSearch,
        ...(hint === undefined ? {} : { hint }),
      }),
    );
    return { searched, value, page };
  };
  const enter = async () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    await act(() => void document.querySelector("form")?.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
  };
  const dispatch = (event: Event) => act(() => void textBox("Search").dispatchEvent(event));

  it("searches when no key was pressed for a while, without the spaces around, and only for something else", async () => {
    const { searched } = await opened("By title");
    expect([textBox("Search").value, textBox("Search").maxLength]).toEqual(["owls", 200]);
    expect(descriptions(textBox("Search"))).toEqual(["By title"]);
    await fill("Search", "wr");
    vi.advanceTimersByTime(299);
    await fill("Search", " wrens ");
    vi.advanceTimersByTime(299);
    expect(searched).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(searched).toEqual(["wrens"]);
    await fill("Search", "wrens");
    vi.advanceTimersByTime(300);
    expect(searched).toEqual(["wrens"]);
  });

  it("searches at once by Enter, and not once more after the while", async () => {
    const { searched } = await opened();
    expect(textBox("Search").hasAttribute("aria-describedby")).toBe(false);
    await fill("Search", "tits");
    await enter();
    expect(searched).toEqual(["tits"]);
    vi.advanceTimersByTime(300);
    expect(searched).toEqual(["tits"]);
  });

  it("waits while a word is composed", async () => {
    const { searched } = await opened();
    await fill("Search", "雀");
    await dispatch(new Event("compositionstart", { bubbles: true }));
    textBox("Search").value = "雀の";
    await dispatch(Object.assign(new Event("input", { bubbles: true }), { isComposing: true }));
    vi.advanceTimersByTime(1_000);
    expect(searched).toEqual([]);
    await dispatch(new Event("compositionend", { bubbles: true }));
    vi.advanceTimersByTime(300);
    expect(searched).toEqual(["雀の"]);
  });

  it("follows a search that comes from elsewhere, but keeps what is typed when its own comes back", async () => {
    const { searched, value } = await opened();
    const set = (next: string) =>
      act(() => {
        value.value = next;
      });
    await fill("Search", "wrens ");
    await enter();
    await set("wrens");
    expect(textBox("Search").value).toBe("wrens ");
    await fill("Search", "wrens a");
    await set("tits");
    vi.advanceTimersByTime(300);
    expect([textBox("Search").value, searched]).toEqual(["tits", ["wrens"]]);
  });

  it("that has gone searches no more", async () => {
    const { searched, page } = await opened();
    await fill("Search", "wrens");
    await page.show(() => null);
    vi.advanceTimersByTime(300);
    expect(searched).toEqual([]);
  });

  it("searches no more when a link has been followed whose screen is still being loaded", async () => {
    const { searched } = await opened();
    await fill("Search", "wrens");
    history.pushState(null, "", "/app/bookmarks/1");
    vi.advanceTimersByTime(300);
    expect(searched).toEqual([]);
  });
});
