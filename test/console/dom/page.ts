import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { LocationProvider } from "preact-iso/router";
import { afterEach } from "vitest";
import type { NewQueueEntry, OfflineQueue } from "../../../client/index.ts";
import { OfflineQueue as Queue, sync } from "../../../client/index.ts";
import type { Library } from "../../../console/library/library.ts";
import type { SignedIn } from "../../../console/shell/signed-in.ts";
import { SignedInProvider } from "../../../console/shell/signed-in.ts";
import { Status } from "../../../console/shell/status.tsx";
import { memoryStorage } from "../../client/memory-storage.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { memorySyncStorage } from "../../client/sync/memory-sync-storage.ts";

/** A screen of the console in a DOM without a browser, of a person whose things are in memory. */
export interface Page {
  readonly api: ChangesApi;
  readonly library: Library;
  readonly queue: OfflineQueue;
  /** Shows a screen at an address below `/app/`. */
  readonly show: (screen: ComponentType, path?: string) => Promise<void>;
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

afterEach(() => render(null, document.body));

/** Opens a page of a person with these entries in the queue, and all that the API has. Nothing is sent by itself. */
export async function openPage(entries: readonly NewQueueEntry[] = [], api = new ChangesApi()): Promise<Page> {
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
  const library = { client, queue, synced, revision, waiting, state: signal(synced.state) } as unknown as Library;
  const person = { id: "ada", name: "Ada", isAdmin: false };
  const signedIn = { config: {}, session: {}, person, library } as unknown as SignedIn;
  return {
    api,
    library,
    queue,
    show: async (screen, path = "") => {
      history.replaceState(null, "", `/app/${path}`);
      await act(() => {
        const main = h("main", {}, h(screen, {}));
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

/** Presses a button, and waits until all that follows in memory has happened. */
export async function press(name: string, within: ParentNode = document): Promise<void> {
  await act(async () => {
    button(name, within).click();
    await settled();
  });
}

/** The text box with this label. */
export function textBox(label: string): HTMLInputElement {
  const found = named<HTMLLabelElement>("label", label, document)[0];
  return document.getElementById(found?.htmlFor ?? "") as HTMLInputElement;
}

export async function fill(label: string, text: string): Promise<void> {
  const box = textBox(label);
  box.value = text;
  await act(() => void box.dispatchEvent(new Event("input", { bubbles: true })));
}

export async function submit(): Promise<void> {
  await act(async () => {
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await settled();
  });
}

export const texts = (selector: string): string[] =>
  Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent.trim());
export const told = () => document.querySelector(".status")?.textContent ?? "";
export const failed = () => document.querySelector('[role="alert"] span')?.textContent ?? null;

/** Every promise that waits for no time has been settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}
