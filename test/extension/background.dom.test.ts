import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OfflineQueue } from "../../client/index.ts";
import { keepHosts } from "../../extension/saving/as-i-see-it.ts";
import { SIGN_IN, store } from "../console/dom/an-issuer.ts";
import { until } from "../local/until.ts";
import { anExtension } from "./an-extension.ts";

const extension = anExtension();
/** What the extension's button shows of a tab. */
const shown: object[] = [];
let press: (command: string, tab: object) => void;
let choose: (clicked: object, tab: object) => void;
/** Of each page that was packed as the person sees it, the tab. */
const packed: unknown[] = [];
const openOptionsPage = vi.fn(async () => undefined);

beforeEach(() => {
  shown.length = 0;
  packed.length = 0;
  openOptionsPage.mockClear();
  const show = async (badge: { readonly tabId?: number }) => {
    if (badge.tabId !== undefined) shown.push(badge);
  };
  const event = { addListener: () => undefined };
  const onCommand = {
    addListener: (listener: typeof press) => {
      press = listener;
    },
  };
  const onClicked = {
    addListener: (listener: typeof choose) => {
      choose = listener;
    },
  };
  const executeScript = async ({ target, args }: { readonly target: object; readonly args?: readonly unknown[] }) => {
    if (args !== undefined) packed.push(target);
    return [{ result: "" }];
  };
  Object.assign(chrome, {
    runtime: { onInstalled: event, onStartup: event, onMessage: event, openOptionsPage },
    alarms: { onAlarm: event, clear: async () => true },
    contextMenus: { onClicked },
    commands: { onCommand },
    i18n: { getUILanguage: () => "en" },
    scripting: { executeScript },
    action: { setBadgeText: show, setTitle: show },
  });
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => void vi.restoreAllMocks());

const called = (what: string, spy: { readonly mock: { readonly calls: readonly unknown[] } }) =>
  until(
    what,
    () => spy.mock.calls.length,
    (count) => count > 0,
  );

it("the button says that the page of a shortcut could not be kept", async () => {
  const failed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(OfflineQueue.prototype, "enqueue").mockRejectedValue(new Error("No space."));
  extension.stored.set("stage", { siteUrl: "https://a.example", apiUrl: "https://api.example", signIn: SIGN_IN });
  store(extension, {});
  await import("../../extension/background.ts");
  press("save-page", { id: 7, url: "https://blog.example/owls", title: "Owls" });
  await called("the save has failed", failed);
  expect(shown).toEqual([
    { text: "!", tabId: 7 },
    { title: "This browser could not keep the page: it was not saved", tabId: 7 },
  ]);
});

it("without a session a save opens the settings", async () => {
  await import("../../extension/background.ts");
  press("save-page", { id: 7, url: "https://blog.example/owls", title: "Owls" });
  await called("the settings are opened", openOptionsPage);
  expect(shown).toEqual([]);
});

it("a link of a page is saved without that page, also where pages are saved as the person sees them", async () => {
  const kept = vi.spyOn(OfflineQueue.prototype, "enqueue").mockRejectedValue(new Error("No space."));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  extension.stored.set("stage", { siteUrl: "https://a.example", apiUrl: "https://api.example", signIn: SIGN_IN });
  await keepHosts(["blog.example"]);
  store(extension, {});
  await import("../../extension/background.ts");
  const tab = { id: 7, url: "https://blog.example/owls", title: "Owls" };
  for (const clicked of [{ menuItemId: "link", linkUrl: "https://blog.example/wrens" }, { menuItemId: "page" }]) {
    choose(clicked, tab);
    await called("the page is kept", kept);
    kept.mockClear();
  }
  expect(packed).toEqual([{ tabId: 7 }]);
});
