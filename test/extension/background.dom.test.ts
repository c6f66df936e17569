import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, it, vi } from "vitest";
import { OfflineQueue } from "../../client/index.ts";
import { SIGN_IN, store } from "../console/dom/an-issuer.ts";
import { until } from "../local/until.ts";
import { anExtension } from "./an-extension.ts";

const extension = anExtension();
/** What the extension's button shows of a tab. */
const shown: object[] = [];
let press: (command: string, tab: object) => void;

beforeEach(() => {
  shown.length = 0;
  const show = async (badge: { readonly tabId?: number }) => {
    if (badge.tabId !== undefined) shown.push(badge);
  };
  const event = { addListener: () => undefined };
  const onCommand = {
    addListener: (listener: typeof press) => {
      press = listener;
    },
  };
  Object.assign(chrome, {
    runtime: { onInstalled: event, onStartup: event, onMessage: event },
    alarms: { onAlarm: event, clear: async () => true },
    contextMenus: { onClicked: event },
    commands: { onCommand },
    i18n: { getUILanguage: () => "en" },
    scripting: { executeScript: async () => [{ result: "" }] },
    action: { setBadgeText: show, setTitle: show },
  });
  vi.stubGlobal("indexedDB", new IDBFactory());
});

it("the button says that the page of a shortcut could not be kept", async () => {
  const failed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(OfflineQueue.prototype, "enqueue").mockRejectedValue(new Error("No space."));
  extension.stored.set("stage", { siteUrl: "https://a.example", apiUrl: "https://api.example", signIn: SIGN_IN });
  store(extension, {});
  await import("../../extension/background.ts");
  press("save-page", { id: 7, url: "https://blog.example/owls", title: "Owls" });
  await until(
    "the save has failed",
    () => failed.mock.calls.length,
    (count) => count > 0,
  );
  expect(shown).toEqual([
    { text: "!", tabId: 7 },
    { title: "This browser could not keep the page: it was not saved", tabId: 7 },
  ]);
});
