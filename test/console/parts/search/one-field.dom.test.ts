// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { restoreTypedAddresses } from "../../../../console/parts/forms/typed-addresses.ts";
import { focusOneField } from "../../../../console/parts/search/focus-one-field.ts";
import { knownOfBooks } from "../../../../console/parts/search/known-values.ts";
import { OneField } from "../../../../console/parts/search/one-field.tsx";
import { useOneField } from "../../../../console/parts/search/use-one-field.ts";
import { pressKey, type } from "../../dom/acts.ts";
import { openPage } from "../../dom/page.ts";
import { referred, texts } from "../../dom/shown.ts";

const box = () => document.querySelector("input") as HTMLInputElement;
const described = () => [
  referred(box(), "aria-describedby"),
  box().getAttribute("aria-invalid"),
  texts("form .failure"),
];

/** The field, with what it has done; a press of Save says that the text can't be saved. */
async function opened(searched = "") {
  const done: string[] = [];
  const q = signal(searched);
  const problem = signal<string | null>(null);
  const isBusy = signal(false);
  const Field = () => {
    const onSearch = (words: string) => {
      done.push(`search ${words}`);
      q.value = words;
    };
    const field = useOneField({ form: "bookmark", q: q.value, onSearch });
    const onSave = () => {
      done.push(`save ${field.text}`);
      problem.value = "No address.";
    };
    const onWrite = () => {
      problem.value = null;
    };
    return h(OneField, { field, problem: problem.value, known: knownOfBooks, isBusy: isBusy.value, onWrite, onSave });
  };
  restoreTypedAddresses({ personId: "nobody", addresses: {} });
  const page = await openPage();
  const show = () => page.show(Field);
  await show();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return { done, isBusy, show };
}

const write = (text: string, isComposing = false) => type(text, box(), isComposing);
const enter = (init: KeyboardEventInit = {}) => pressKey("Enter", box(), init);
const submit = () =>
  act(() => void document.forms[0]?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
const pause = () => act(() => void vi.advanceTimersByTime(300));

describe("the field where one saves and searches", () => {
  it("takes an address of any length, which a browser must not cut, and searches for the beginning of a long text", async () => {
    const { done } = await opened();
    expect(box().hasAttribute("maxlength")).toBe(false);
    await write(`${"w".repeat(2_048)} more`);
    await pause();
    await enter();
    expect(done).toEqual([`search ${"w".repeat(2_048)}`]);
  });

  it("searches for words after a pause and without the spaces around, and for nothing at once", async () => {
    const { done } = await opened();
    await write(" owls ");
    expect(done).toEqual([]);
    await pause();
    expect(done).toEqual(["search owls"]);
    await write(" ");
    expect(done).toEqual(["search owls", "search "]);
  });

  it("does not search while an input method composes a word, nor by the Enter that ends it", async () => {
    const { done } = await opened("owls");
    await write("ふくろう", true);
    await pause();
    await write("", true);
    expect([await enter({ isComposing: true }), done]).toEqual([true, []]);
    // Safari ends the composition before its Enter.
    expect([await enter({ keyCode: 229 }), done]).toEqual([true, []]);
  });

  it("searches for words by Enter, without the spaces around, and leaves that of an address to the form", async () => {
    const { done } = await opened();
    await write(" owls ");
    expect([await enter(), done]).toEqual([false, ["search owls"]]);
    await write("blog.example/owls");
    expect([await enter(), done]).toEqual([true, ["search owls", "search "]]);
    await submit();
    expect(done.at(-1)).toBe("save blog.example/owls");
  });

  it("leaves all other keys to the box", async () => {
    const { done } = await opened();
    await write("owls");
    expect([await pressKey("x", box()), done]).toEqual([true, []]);
  });

  it("is described by its help, by what can't be read once it is searched for, or by why it can't be saved", async () => {
    await opened();
    const help = referred(box(), "aria-describedby");
    expect([help?.includes("tag:"), described()]).toEqual([true, [help, "false", []]]);
    await write("is:owl");
    expect(described()).toEqual([help, "false", []]);
    await pause();
    const [unreadable] = texts("form .failure");
    expect([unreadable?.startsWith("is: takes "), described()]).toEqual([true, [unreadable, "true", [unreadable]]]);
    await submit();
    expect(described()).toEqual(["No address.", "true", [unreadable, "No address."]]);
    await write("owls");
    expect(described()).toEqual([help, "false", []]);
  });

  it("takes what is typed as it is, with Save as the chosen button for an address only", async () => {
    const { isBusy } = await opened();
    expect(box().getAttribute("autocapitalize")).toBe("none");
    const save = () => document.querySelector("button");
    expect([save()?.className, save()?.getAttribute("aria-disabled")]).toEqual(["", "false"]);
    await write("blog.example/owls");
    await act(() => {
      isBusy.value = true;
    });
    expect([save()?.className, save()?.getAttribute("aria-disabled")]).toEqual(["primary", "true"]);
  });

  it("keeps an address when the screen is left, but not words", async () => {
    const { show } = await opened();
    await write("blog.example/owls");
    await show();
    expect(box().value).toBe("blog.example/owls");
    await write("owls");
    await show();
    expect(box().value).toBe("");
  });

  it("gets the focus from elsewhere on the screen, if there is one", async () => {
    await opened();
    focusOneField();
    expect(document.activeElement === box()).toBe(true);
    document.querySelector("form")?.remove();
    focusOneField();
  });
});
