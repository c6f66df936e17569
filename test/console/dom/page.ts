import { signal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { LocationProvider, Route, Router } from "preact-iso/router";
import { onTestFinished, vi } from "vitest";
import type { NewQueueEntry, OfflineQueue } from "../../../client/index.ts";
import { OfflineQueue as Queue, sync } from "../../../client/index.ts";
import { isOffline } from "../../../console/device/offline.ts";
import { preferences } from "../../../console/device/preferences.ts";
import { BackgroundImport } from "../../../console/library/background-import.ts";
import { KeptTexts } from "../../../console/library/kept-texts.ts";
import type { Library } from "../../../console/library/library.ts";
import { ReadNotices } from "../../../console/library/read-notices.ts";
import type { SignedIn } from "../../../console/library/signed-in.ts";
import { SignedInProvider } from "../../../console/library/signed-in.ts";
import { notify, Status } from "../../../console/status/status.tsx";
import { memoryStorage } from "../../client/memory-storage.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { memorySyncStorage } from "../../client/sync/memory-sync-storage.ts";
import { until } from "../../local/until.ts";
import { MemoryImportStorage } from "./memory-import-storage.ts";
import { memoryTextStorage } from "./memory-text-storage.ts";

// The DOM knows no popovers: what is in them is shown, and nothing hides it.
HTMLElement.prototype.hidePopover = () => undefined;

/** A screen of the console in a DOM without a browser, of a person whose items are in memory. */
export interface Page {
  readonly api: ChangesApi;
  readonly library: Library;
  readonly queue: OfflineQueue;
  /** What waits to be sent. */
  readonly intents: () => Promise<readonly NewQueueEntry["intent"][]>;
  /** Shows a screen at an address below `/app/`; `pattern` names the parts of the address that the screen reads. */
  readonly show: (screen: ComponentType, path?: string, pattern?: string) => Promise<void>;
}

/** What waits in the queue before the page is opened. */
export function entryOf(intent: NewQueueEntry["intent"], fields: Partial<NewQueueEntry> = {}): NewQueueEntry {
  return {
    idempotencyKey: crypto.randomUUID(),
    intent,
    enqueuedAt: new Date().toISOString(),
    state: "waiting",
    attempts: 0,
    strikes: 0,
    lastError: null,
    ...fields,
  };
}

/** Opens a page of a person with these entries in the queue, and all that the API has. Nothing is sent by itself. */
export async function openPage(
  entries: readonly NewQueueEntry[] = [],
  api = new ChangesApi(),
  isAdmin = false,
  session: object = { hasEnded: signal(false) },
  config: object = {},
): Promise<Page> {
  const storage = memoryStorage();
  for (const entry of entries) await storage.add(entry);
  const client = api.client();
  const revision = signal(0);
  const queue = new Queue({
    client,
    storage,
    onEvent: () =>
      void queue.contents().then((contents) => {
        waiting.value = contents;
      }),
  });
  const waiting = signal(await queue.contents());
  const synced = await sync({
    client,
    queue,
    storage: memorySyncStorage(),
    onEvent: ({ type }) => {
      if (type === "changed") revision.value += 1;
    },
  });
  await synced.refresh();
  const texts = new KeptTexts({
    client,
    storage: memoryTextStorage(),
    bookmarks: () => ({ newestFirst: [], isWhole: false }),
    choice: () => preferences.peek().keptTexts,
    onFull: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const imports = new BackgroundImport({
    client,
    storage: new MemoryImportStorage().tab(),
    onError: (error) => {
      throw error;
    },
    isOnline: () => !isOffline.peek(),
  });
  imports.start();
  onTestFinished(() => imports.close());
  const state = signal(synced.state);
  const person = { id: "ada", name: "Ada", isAdmin };
  const readNotices = new ReadNotices(person.id);
  onTestFinished(() => readNotices.close());
  const library = {
    client,
    queue,
    synced,
    revision,
    waiting,
    state,
    texts,
    readNotices,
    imports,
  } as unknown as Library;
  const signedIn = { config, session, person, library } as unknown as SignedIn;
  return {
    api,
    library,
    queue,
    intents: async () => (await queue.contents()).waiting.map(({ intent }) => intent),
    show: async (screen, path = "", pattern = "") => {
      // In each test: what a module does when it is loaded concerns the first of the files that share it.
      const end = () => {
        document.querySelector<HTMLElement>(".status[role=alert] button")?.click();
        notify("");
        return act(() => render(null, document.body));
      };
      await end();
      // After the page has gone, which keeps its place: the last one that is registered runs first.
      onTestFinished(() => sessionStorage.clear());
      onTestFinished(end);
      history.replaceState(null, "", `/app/${path}`);
      await act(() => {
        const shown = h(screen, {});
        const routed = () =>
          h(Router, { children: [h(Route, { path: `/app/${pattern}`, component: () => shown }) as VNode] });
        const main = h("main", {}, pattern === "" ? shown : routed());
        render(
          h(SignedInProvider, { value: signedIn }, h(LocationProvider, { scope: "/app/" }, main, h(Status, {}))),
          document.body,
        );
      });
    },
  };
}

/** The elements of a selector whose text, or label, is this. */
function named<T extends HTMLElement>(selector: string, name: string, within: ParentNode): T[] {
  return Array.from(within.querySelectorAll<T>(selector)).filter(
    (element) => (element.getAttribute("aria-label") ?? element.textContent).trim() === name,
  );
}

export function button(name: string, within: ParentNode = document): HTMLButtonElement {
  const [found, ...others] = named<HTMLButtonElement>("button", name, within);
  if (found === undefined || others.length > 0) throw new Error(`${others.length + 1} buttons ${name}`);
  return found;
}

export function hasButton(name: string, within: ParentNode = document): boolean {
  return named("button", name, within).length > 0;
}

/** Does something on the page, which is rendered before anything is answered, and waits for all that follows in memory. */
export async function does(something: () => void): Promise<void> {
  await act(something);
  await act(settled);
}

/** Presses a button. */
export async function press(name: string, within: ParentNode = document): Promise<void> {
  await does(() => button(name, within).click());
}

/** The text box with this label. */
export function textBox(label: string, within: ParentNode = document): HTMLInputElement {
  const found = named<HTMLLabelElement>("label", label, within)[0];
  return document.getElementById(found?.htmlFor ?? "") as HTMLInputElement;
}

export async function fill(label: string, text: string, within: ParentNode = document): Promise<void> {
  const box = textBox(label, within);
  box.value = text;
  await act(() => void box.dispatchEvent(new Event("input", { bubbles: true })));
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

/** The list of values with this label. */
export function selectBox(label: string): HTMLSelectElement {
  const labelOf = ({ id }: HTMLSelectElement) => document.querySelector(`label[for="${id}"]`);
  const found = Array.from(document.querySelectorAll("select")).find(
    (each) => (each.closest("label")?.querySelector(".label") ?? labelOf(each))?.textContent === label,
  );
  if (found === undefined) throw new Error(`There is no list ${label}`);
  return found;
}

/** Chooses a value of a list. */
export async function select(label: string, value: string): Promise<void> {
  const box = selectBox(label);
  box.value = value;
  await does(() => void box.dispatchEvent(new Event("change", { bubbles: true })));
}

/** The item of a list with this heading. */
export function article(name: string): HTMLElement {
  const found = Array.from(document.querySelectorAll("article")).find(
    (each) => each.querySelector("h2, h3")?.textContent === name,
  );
  if (found === undefined) throw new Error(`There is no item ${name}`);
  return found;
}

/** The dialog that is open. */
export function dialog(): HTMLDialogElement {
  const found = document.querySelector<HTMLDialogElement>("dialog[open]");
  if (found === null) throw new Error("No dialog is open");
  return found;
}

/** The text of the element that names or describes another one. */
export function referred(element: Element | null | undefined, attribute: string): string | undefined {
  return document.getElementById(element?.getAttribute(attribute) ?? "")?.textContent;
}

export const focused = () => document.activeElement?.textContent;
export const texts = (selector: string): string[] =>
  Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent.trim());
export const told = () => document.querySelector(".status")?.textContent ?? "";
export const failed = () => document.querySelector('[role="alert"] span')?.textContent ?? null;

/** Every promise that waits for no time has been settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** Waits for what is loaded or computed beside the page, however long a busy machine takes. */
export async function becomes(isSo: () => boolean): Promise<void> {
  await until(
    isSo.toString(),
    () => act(settled).then(isSo),
    (is) => is,
  );
}

/** So much time of the page's intervals passes; they must be fake. */
export async function pass(seconds: number): Promise<void> {
  await does(() => void vi.advanceTimersByTime(seconds * 1_000));
}
