// @vitest-environment happy-dom
import { h, render } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Form } from "../../../../console/parts/forms/form.tsx";
import { TagInput } from "../../../../console/parts/tags/tag-input.tsx";
import { pressKey, submit, type as typeInto } from "../../dom/acts.ts";
import { texts } from "../../dom/shown.ts";

let chosen: readonly string[] = [];
let submitted = 0;
afterEach(() => render(null, document.body));

/** A form with the box, some tags in it, and some that it knows. */
async function shows(tags: readonly string[], known: readonly string[] = []): Promise<void> {
  submitted = 0;
  const Tags = () => {
    const [now, setNow] = useState(tags);
    chosen = now;
    return h(TagInput, { label: "Tags", hint: "With commas", tags: now, known: () => known, onChange: setNow });
  };
  await act(() => render(h(Tags, {}), document.body));
}

const box = () => document.querySelector("input") as HTMLInputElement;
const problem = () => document.querySelector(".failure")?.textContent ?? null;
const options = () => texts('[role="option"]');
const active = () => document.querySelector('[aria-selected="true"]')?.textContent ?? null;
const chips = () => Array.from(document.querySelectorAll("li.tag"), (tag) => tag.firstChild?.textContent);

const fire = (event: Event) => act(() => void box().dispatchEvent(event));
const type = (text: string, isComposing = false) => typeInto(text, box(), isComposing);
/** @returns whether the browser would still do what the key does by itself */
async function press(key: string, init: KeyboardEventInit = {}): Promise<boolean> {
  const parent = () => {
    submitted += 1;
  };
  document.body.addEventListener("keydown", parent);
  const isFree = await pressKey(key, box(), init);
  document.body.removeEventListener("keydown", parent);
  return isFree;
}

describe("the box for tags", () => {
  it("adds what is pasted up to the limit, shows each of the others, and says how many were not added", async () => {
    const pasted = Array.from({ length: 23 }, (_, index) => `tag ${index}`);
    await shows([]);
    await type(pasted.join(", "));
    expect(chips()).toEqual(pasted.slice(0, 20));
    expect(box().value).toBe("tag 20, tag 21, tag 22");
    expect(problem()).toBe("There can be at most 20 tags. 3 were not added.");
    expect(box().getAttribute("aria-describedby")).toContain("problem");
    await act(() => document.querySelector<HTMLButtonElement>('[aria-label="Remove tag 3"]')?.click());
    expect(problem()).toBeNull();
    expect(await press("Enter")).toBe(false);
    expect([chips().at(-1), box().value]).toEqual(["tag 20", "tag 21, tag 22"]);
    expect(problem()).toBe("There can be at most 20 tags. 2 were not added.");
    await fire(new FocusEvent("blur"));
    expect([chips().length, box().value]).toEqual([20, "tag 21, tag 22"]);
  });

  it("says what is too long beside what is too many", async () => {
    await shows(Array.from({ length: 19 }, (_, index) => `tag ${index}`));
    await type(`${"a".repeat(51)}、one，two`);
    expect(chips().at(-1)).toBe("one");
    expect(problem()).toBe("A tag has at most 50 characters. There can be at most 20 tags. 1 was not added.");
  });

  it("keeps a form from being sent while it has what is too long, which would be lost", async () => {
    const sent = vi.fn(async () => undefined);
    const field = h(TagInput, { label: "Tags", tags: [], known: () => [], onChange: () => undefined });
    await act(() => render(h(Form, { onSubmit: () => sent, children: field }), document.body));
    await type("a".repeat(51));
    await fire(new FocusEvent("blur"));
    await submit();
    expect([sent.mock.calls.length, document.activeElement]).toEqual([0, box()]);
    await type("owls");
    await fire(new FocusEvent("blur"));
    await submit();
    expect([sent.mock.calls.length, problem()]).toEqual([1, ""]);
  });

  it("completes by the arrows, which go around, and by a click", async () => {
    await shows(["owls"], ["owl boxes", "owls", "night owls"]);
    await fire(new FocusEvent("focus"));
    expect([options(), box().getAttribute("aria-expanded")]).toEqual([[], "false"]);
    expect(await press("ArrowDown")).toBe(false);
    expect([options(), active()]).toEqual([["owl boxes", "night owls"], null]);
    const seen: (string | null)[] = [];
    const described = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp"]) {
      await press(key);
      seen.push(active());
      expect(described()).toBe(active());
    }
    expect(seen).toEqual(["owl boxes", "night owls", "owl boxes", "night owls", "owl boxes", "night owls"]);
    const list = document.querySelector('[role="listbox"]') as HTMLElement;
    expect(box().getAttribute("aria-controls")).toBe(list.id);
    expect(await press("Enter")).toBe(false);
    expect([chips(), options(), box().value]).toEqual([["owls", "night owls"], [], ""]);
    await type("ow");
    expect([options(), list.hidden]).toEqual([["owl boxes"], false]);
    expect(box().hasAttribute("aria-activedescendant")).toBe(false);
    const down = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    document.querySelector('[role="option"]')?.dispatchEvent(down);
    // The box keeps the focus, and so adds nothing of what was typed.
    expect(down.defaultPrevented).toBe(true);
    await act(() => document.querySelector<HTMLElement>('[role="option"]')?.click());
    expect(chips()).toEqual(["owls", "night owls", "owl boxes"]);
    expect(list.hidden).toBe(true);
  });

  it("goes up from the box to the last suggestion", async () => {
    await shows([], ["a", "b", "c"]);
    await fire(new FocusEvent("focus"));
    await press("ArrowUp");
    await press("ArrowUp");
    expect(active()).toBe("c");
    // What is typed then is another text.
    await type("b");
    expect(active()).toBeNull();
  });

  it("leaves keys alone that it has no use for", async () => {
    await shows([], ["owls"]);
    expect([await press("Enter"), submitted]).toEqual([true, 1]);
    expect([await press("Escape"), submitted]).toEqual([true, 2]);
    await fire(new FocusEvent("focus"));
    await type("o");
    // Escape closes the list and not the dialog.
    expect([await press("Escape"), submitted, options(), box().value]).toEqual([false, 2, [], "o"]);
    expect([await press("a"), chosen]).toEqual([true, []]);
    expect([await press("Backspace"), chosen]).toEqual([true, []]);
  });

  it("removes the last tag by Backspace in the empty box, says so, and keeps the focus", async () => {
    await shows(["owls", "Wrens"]);
    await type("x");
    await press("Backspace");
    expect(chips()).toEqual(["owls", "Wrens"]);
    await type("");
    await press("Backspace");
    expect(chips()).toEqual(["owls"]);
    expect(document.querySelector('[role="status"]')?.textContent).toBe("Removed the tag Wrens.");
    expect(document.activeElement).toBe(box());
    await press("Backspace");
    await press("Backspace");
    expect([chips(), document.querySelector("ul")]).toEqual([[], null]);
  });

  it("does nothing while an input method composes, and takes what it has composed", async () => {
    await shows(["owls"], ["鳥"]);
    await fire(new FocusEvent("focus"));
    await type("とり、", true);
    expect([options(), chips()]).toEqual([[], ["owls"]]);
    for (const key of ["Enter", "ArrowDown", "Backspace", "Escape"]) {
      expect(await press(key, { isComposing: true })).toBe(true);
    }
    expect(chips()).toEqual(["owls"]);
    box().value = "鳥";
    await fire(new Event("compositionend"));
    expect(options()).toEqual(["鳥"]);
    box().value = "鳥、";
    await fire(new Event("compositionend"));
    expect(chips()).toEqual(["owls", "鳥"]);
  });

  it("does nothing by the key that ends a composition in Safari, where that key comes after the end", async () => {
    await shows(["owls"], ["お茶会"]);
    await fire(new FocusEvent("focus"));
    const keys = ["Enter", "ArrowDown", "ArrowUp", "Backspace", "Escape"];
    for (const [index, key] of keys.entries()) {
      await type("おちゃ", true);
      await type("お茶", true);
      // The empty text is of a composition that was given up.
      box().value = key === "Backspace" ? "" : "お茶";
      await fire(new CompositionEvent("compositionend", { data: box().value }));
      expect([await press(key, { keyCode: 229 }), submitted]).toEqual([true, index + 1]);
      expect([chips(), options(), active()]).toEqual([["owls"], ["お茶会"], null]);
    }
    expect([await press("Enter", { keyCode: 13 }), chips()]).toEqual([false, ["owls", "お茶"]]);
  });

  it("adds what is typed when it loses the focus, and closes its list without", async () => {
    await shows([], ["owls"]);
    await type("wrens");
    await fire(new FocusEvent("blur"));
    expect([chips(), box().value]).toEqual([["wrens"], ""]);
    await fire(new FocusEvent("focus"));
    await press("ArrowDown");
    expect(options()).toEqual(["owls"]);
    await type(" ");
    await fire(new FocusEvent("blur"));
    expect([options(), chips()]).toEqual([[], ["wrens"]]);
  });

  it("adds what is typed once the pointer that took the focus is released: no button moves while it is pressed", async () => {
    await shows([]);
    await type("wrens");
    const pressed = vi.spyOn(document.documentElement, "matches").mockImplementation((state) => state === ":active");
    await fire(new FocusEvent("blur"));
    expect([chips(), box().value]).toEqual([[], "wrens"]);
    // The button ends the event before it would come to the window.
    box().addEventListener("mouseup", (event) => event.stopPropagation(), { once: true });
    await fire(new MouseEvent("mouseup", { bubbles: true }));
    expect([chips(), box().value]).toEqual([["wrens"], ""]);
    pressed.mockRestore();
    await type("owls");
    // Only that one.
    await fire(new MouseEvent("mouseup", { bubbles: true }));
    expect([chips(), box().value]).toEqual([["wrens"], "owls"]);
  });

  it("has what was chosen in a list with its label, each with a button to remove it", async () => {
    await shows(["owls"]);
    expect(document.querySelector("ul")?.getAttribute("aria-label")).toBe("Tags: chosen");
    expect(document.querySelector("label")?.htmlFor).toBe(box().id);
    await act(() => document.querySelector<HTMLButtonElement>('[aria-label="Remove owls"]')?.click());
    expect([chosen, document.activeElement === box()]).toEqual([[], true]);
  });
});
