import { act } from "preact/test-utils";
import { vi } from "vitest";
import { isOffline } from "../../../console/device/offline.ts";
import { until } from "../../local/until.ts";
import { button, selectBox, textBox } from "./shown.ts";

/** Waits for what is loaded or computed beside the page, however long a busy machine takes. */
export async function becomes(isSo: () => boolean): Promise<void> {
  await until(
    isSo.toString(),
    () => act(settled).then(isSo),
    (is) => is,
  );
}

/** Waits for the files that are loaded after what is shown first. */
export async function loaded(): Promise<void> {
  await act(() => vi.dynamicImportSettled());
}

/** Does something on the page, which is rendered before anything is answered, and waits for all that follows in memory. */
export async function does(something: () => void): Promise<void> {
  await act(something);
  await act(settled);
}

/** The network goes, or comes back. */
export async function goOffline(isGone = true): Promise<void> {
  await act(() => {
    isOffline.value = isGone;
  });
}

/** Presses a button. */
export async function press(name: string, within: ParentNode = document): Promise<void> {
  await does(() => button(name, within).click());
}

export async function fill(label: string, text: string, within: ParentNode = document): Promise<void> {
  await type(text, textBox(label, within));
}

/** Goes to another screen of the console. */
export async function leaveFor(path: string): Promise<void> {
  await does(() => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  });
}

/** Presses a key. @returns whether the browser would still do what the key does by itself */
export async function pressKey(key: string, target: Element | null, init: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  await act(() => void target?.dispatchEvent(event));
  return !event.defaultPrevented;
}

/** A box has another text, which an input method may be composing. */
export async function type(text: string, box: HTMLInputElement, isComposing = false): Promise<void> {
  box.value = text;
  await act(() => void box.dispatchEvent(Object.assign(new Event("input", { bubbles: true }), { isComposing })));
}

/** Submits a form, by default the first one. @throws Error when the browser would leave the page */
export async function submit(form = document.querySelector("form")): Promise<void> {
  const event = new Event("submit", { bubbles: true, cancelable: true });
  await does(() => void form?.dispatchEvent(event));
  if (!event.defaultPrevented) throw new Error("The form loads another page.");
}

/** Searches for a text at once, on a screen with one field or with a search box. */
export async function search(text: string): Promise<void> {
  const box = textBox("Address or words");
  if (box === null) {
    await fill("Search", text);
    return submit(textBox("Search").form);
  }
  await fill("Address or words", text);
  await does(() => void box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
}

/** Chooses a value of a list. */
export async function select(label: string, value: string): Promise<void> {
  const box = selectBox(label);
  box.value = value;
  await does(() => void box.dispatchEvent(new Event("change", { bubbles: true })));
}

/** Every promise that waits for no time has been settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** So much time of the page's intervals passes; they must be fake. */
export async function pass(seconds: number): Promise<void> {
  await does(() => void vi.advanceTimersByTime(seconds * 1_000));
}
