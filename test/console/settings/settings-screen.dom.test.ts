// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NewQueueEntry } from "../../../client/index.ts";
import { installing } from "../../../console/device/installing.ts";
import { isOffline } from "../../../console/device/offline.ts";
import { preferences } from "../../../console/device/preferences.ts";
import { versionOf } from "../../../console/device/version-of.ts";
import { byteCount } from "../../../console/settings/byte-count.ts";
import { CheckSettings } from "../../../console/settings/check-settings.tsx";
import { SettingsScreen } from "../../../console/settings/settings-screen.tsx";
import type { SeenRequest } from "../../client/scripted-api.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { press, select, settled } from "../dom/acts.ts";
import { AnsweringApi } from "../dom/answering-api.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { button, dialog, failed, focused, hasButton, referred, selectBox, texts, told } from "../dom/shown.ts";

const { value: initial } = preferences;
/** What the browser says of its storage. */
const storage = { usage: 3_400_000, quota: 10_000_000_000, isKept: false, keeps: true };

beforeEach(() => {
  Object.assign(storage, { isKept: false, keeps: true });
  vi.stubGlobal("navigator", {
    languages: ["en"],
    onLine: true,
    clipboard: { writeText: vi.fn(async () => undefined) },
    storage: {
      estimate: async () => storage,
      persisted: async () => storage.isKept,
      persist: async () => {
        storage.isKept = storage.keeps;
        return storage.keeps;
      },
    },
  });
});
afterEach(() => {
  installing.value = null;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Opened {
  readonly entries?: readonly NewQueueEntry[];
  readonly isAdmin?: boolean;
  readonly library?: object;
}
/** Opens the settings of a person with a bookmark. @returns what signs the person out */
async function opens({ entries = [], isAdmin = false, library = {} }: Opened = {}) {
  const api = new ChangesApi();
  api.saveBookmark("https://blog.example/owls", { title: "Owls" });
  const page = await openPage(entries, api, isAdmin);
  const signOut = vi.fn(async () => undefined);
  Object.assign(page.library, { signOut, ...library });
  await page.open(SettingsScreen, "settings");
  return signOut;
}
/** The values of a list by their names. */
const values = () => Object.fromEntries(texts("dt").map((name, index) => [name, texts("dd")[index]]));
const box = (label: string) =>
  Array.from(document.querySelectorAll("label.option")).find(({ textContent }) => textContent.startsWith(label))
    ?.firstElementChild as HTMLInputElement;
const SAVE = entryOf({ create: "bookmark", body: { url: "https://blog.example/wrens" } });

describe("the account", () => {
  it("says who is signed in, and as what", async () => {
    await opens();
    expect([texts("h1"), texts("h2")]).toEqual([
      ["Settings"],
      ["Account", "Appearance and keyboard", "App, extension and bookmarklet", "Offline reading", "This device"],
    ]);
    const sections = Array.from(document.querySelectorAll("section"));
    expect(sections.map((each) => referred(each, "aria-labelledby"))).toEqual(texts("h2"));
    expect(values()).toMatchObject({ "Signed in as": "Ada", Role: "User" });
    await opens({ isAdmin: true });
    expect(values()).toMatchObject({ Role: "Administrator" });
  });

  it("is left at once, but after a question while something waits", async () => {
    const signOut = await opens();
    expect(texts(".hint")[0]).toMatch(/^Signing out deletes the copy of your library on this device\./);
    await press("Sign out");
    expect(signOut).toHaveBeenCalledTimes(1);
    const asked = await opens({ entries: [SAVE, entryOf(SAVE.intent, { state: "failed" })] });
    await press("Sign out");
    expect([texts("dialog h2"), texts("dialog p")]).toEqual([
      ["Sign out with unsent changes?"],
      ["Not sent yet: 2. Unsent changes stay on this device, and are sent when you sign in here again."],
    ]);
    await press("Stay signed in", dialog());
    expect([asked.mock.calls, document.querySelector("dialog")]).toEqual([[], null]);
    await press("Sign out");
    await press("Sign out", dialog());
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("is left with a connection only", async () => {
    isOffline.value = true;
    await opens();
    expect([button("Sign out").disabled, texts(".hint")[0]]).toEqual([true, "Signing out needs a connection."]);
  });

  it("is read again from storage when leaving it has failed", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    await opens({ library: { signOut: async () => Promise.reject(new Error("no issuer")) } });
    await press("Sign out");
    expect([reload.mock.calls.length, warn.mock.calls[0]?.[0], failed()]).toEqual([
      1,
      "The end of the session has failed, or the issuer was not told of it: no issuer",
      null,
    ]);
  });
});

describe("a passkey", () => {
  const passkeys_url = "https://magpie-1.auth.eu-central-1.amazoncognito.com/passkeys/add";
  /** Opens the settings at an address below `/app/`. @returns what signs the person in again */
  async function returns(path: string, sign_in: object | null = { client_id: "console", passkeys_url }) {
    const signIn = vi.fn(async () => undefined);
    const page = await openPage([], new ChangesApi(), false, { hasEnded: signal(false), signIn }, { sign_in });
    await page.open(SettingsScreen, path);
    return signIn;
  }
  const link = () => Array.from(document.links).find(({ textContent }) => textContent === "Add a passkey")?.href;

  it("is added on Cognito's page, which leads back here", async () => {
    await returns("settings");
    const back = encodeURIComponent(`${location.origin}/app/settings`);
    expect(link()).toBe(`${passkeys_url}?client_id=console&redirect_uri=${back}`);
    await returns("settings?result=success");
    expect([told(), location.search]).toEqual(["Passkey added.", ""]);
    expect(hasButton("Sign in again")).toBe(false);
  });

  it("takes a sign-in that Cognito's page still knows", async () => {
    const signIn = await returns("settings?result=invalid_session");
    expect(texts(".failure")[0]).toMatch(/^No passkey was added\./);
    await press("Sign in again");
    expect(signIn.mock.calls).toEqual([["/app/settings", "en"]]);
  });

  it("is nothing that another issuer could add there", async () => {
    await returns("settings", { client_id: "console" });
    expect(link()).toBeUndefined();
  });
});

describe("the appearance", () => {
  it("is chosen at once, and goes back to the browser's and the system's", async () => {
    await opens();
    expect([selectBox("Language"), selectBox("Theme")].map(({ value, options }) => [value, options.length])).toEqual([
      ["", 3],
      ["", 3],
    ]);
    await select("Theme", "dark");
    await select("Language", "ja");
    expect([preferences.value, texts("h1")]).toEqual([{ ...initial, language: "ja", theme: "dark" }, ["設定"]]);
    expect([selectBox("言語").value, selectBox("テーマ").value]).toEqual(["ja", "dark"]);
    expect(Array.from(selectBox("言語").options, ({ text }) => text).slice(1)).toEqual(["English", "日本語"]);
    await select("テーマ", "");
    await select("言語", "");
    expect([preferences.value.language, preferences.value.theme]).toEqual([null, null]);
    expect(Array.from(selectBox("Theme").options, ({ text }) => text)).toEqual(["Match system", "Light", "Dark"]);
  });

  it("has switches for the keys and for images", async () => {
    await opens();
    expect([box("Single-key").checked, box("Load images").checked]).toEqual([true, false]);
    for (const each of ["Single-key", "Load images"]) await act(() => box(each).click());
    expect(preferences.value).toMatchObject({ shortcuts: false, images: true });
    expect([box("Single-key").checked, box("Load images").checked]).toEqual([false, true]);
  });
});

describe("the app", () => {
  it("is installed by a button where the browser offers it, and says when it is", async () => {
    await opens();
    expect(hasButton("Install as an app")).toBe(false);
    expect(texts(".hint")[1]).toEqual(expect.stringMatching(/^Choose “Install”/));
    const ask = vi.fn(async () => undefined);
    await act(() => {
      installing.value = ask;
    });
    await press("Install as an app");
    expect(ask).toHaveBeenCalledTimes(1);
    const asked = vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    await opens();
    expect(texts("section:nth-of-type(3) > p")[0]).toBe("You are using the installed app.");
    expect([hasButton("Install as an app"), asked.mock.calls[0]]).toEqual([false, ["(display-mode: standalone)"]]);
  });

  it("has a bookmarklet to drag or to copy, which does nothing on this page", async () => {
    await opens();
    const link = document.querySelector<HTMLAnchorElement>('a.button[href^="javascript:"]');
    const code = document.querySelector("textarea")?.value ?? "";
    expect([link?.textContent, link?.getAttribute("href")]).toEqual(["Save to Magpie", code]);
    expect(code.startsWith("javascript:void open(")).toBe(true);
    expect(code).toContain(location.origin);
    expect(referred(link, "aria-describedby")).toMatch(/^Drag this link to the bookmarks bar/);
    const event = new MouseEvent("click", { bubbles: true, cancelable: true });
    await act(() => void link?.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    expect(told()).toBe("Drag the link to the bookmarks bar; on this page it does nothing.");
    await press("Copy code");
    expect([told(), vi.mocked(navigator.clipboard.writeText).mock.calls]).toEqual(["Copied.", [[code]]]);
  });
});

describe("this device", () => {
  it("says what it holds", async () => {
    await opens();
    expect(values()).toMatchObject({
      "Last synced": expect.stringMatching(/now|ago$/),
      "Available offline": "Bookmarks: 1, slides: 0",
      "Waiting to be sent": "0",
      "Storage in use": "3.4 MB of 10 GB",
      Protected: "The browser may delete this data when the device runs low on space.",
      Version: "Not reported by the browser",
    });
    expect(document.querySelector("dd a")).toBeNull();
    await opens({
      entries: [SAVE, entryOf(SAVE.intent, { state: "failed" })],
      library: { state: signal({ syncedAt: null, error: new Error("no") }) },
    });
    const link = document.querySelector("dd a");
    expect([link?.textContent, link?.getAttribute("href")]).toEqual(["2", "/app/waiting"]);
    expect(values()["Last synced"]).toBe("Not yet The last attempt failed. Magpie tries again automatically.");
  });

  it("keeps the data when it is asked to, or says that it does not", async () => {
    storage.keeps = false;
    await opens();
    await press("Protect the data");
    expect(told()).toBe("The browser declined to protect the data. Installing the app may change that.");
    expect(hasButton("Protect the data")).toBe(true);
    storage.keeps = true;
    button("Protect the data").focus();
    await press("Protect the data");
    await act(settled);
    expect(focused()).toBe("This device");
    expect(told()).toBe("The data is protected.");
    expect(values().Protected).toBe("The browser will not delete this data on its own.");
    expect(hasButton("Protect the data")).toBe(false);
  });

  it.each([
    [0, "0 byte"],
    [999, "999 byte"],
    [1_000, "1 kB"],
    [1_234_567, "1.23 MB"],
    [5e15, "5,000 TB"],
  ])("tells %d bytes as %s", (bytes, words) => expect(byteCount(bytes)).toBe(words));

  it.each([
    ['<meta name="version" content="1.0.0"><meta name="build" content="4f0a91c2">', "1.0.0 (4f0a91c2)"],
    ['<meta name="version" content="1.0.0">', "1.0.0"],
    ['<meta name="build" content="4f0a91c2">', "(4f0a91c2)"],
    ["", null],
  ])("tells the version of a page with %s", (head, version) => {
    const page = document.createElement("template");
    page.innerHTML = head;
    expect(versionOf(page.content)).toBe(version);
  });
});

describe("the texts on this device", () => {
  it("are chosen and counted", async () => {
    await opens();
    expect([selectBox("Keep on this device").value, values()["On this device"]]).toEqual(["200", "0 (0 byte)"]);
    await select("Keep on this device", "all");
    expect([preferences.value.keptTexts, selectBox("Keep on this device").value]).toEqual(["all", "all"]);
  });

  it("are shown with the number of missing texts, and the lack of space", async () => {
    const state = signal({ count: 2, bytes: 3_400_000, missing: 0, isFull: false });
    await opens({ library: { background: signal({ texts: { state } }) } });
    expect([values()["On this device"], values()["Still to fetch"]]).toEqual(["2 (3.4 MB)", undefined]);
    await act(() => {
      state.value = { ...state.value, missing: 7, isFull: true };
    });
    expect(values()["Still to fetch"]).toBe("7 This device has no space for more texts.");
  });
});

it("the pace of the checks is the API's, which a choice changes, and a refused one does not", async () => {
  const label = "Check whether they still exist";
  let pace = "monthly";
  const api = new AnsweringApi()
    .answer("GET /v1/page-checks", () => ({ pace }))
    .answer("PUT /v1/page-checks", ({ body }: SeenRequest) => {
      ({ pace } = body as { pace: string });
      return { pace };
    });
  await (await openPage([], api)).open(CheckSettings, "settings");
  expect([texts("h2"), selectBox(label).value]).toEqual([["Saved pages"], "monthly"]);
  for (const chosen of ["never", "monthly"]) {
    await select(label, chosen);
    await act(settled);
    expect([pace, selectBox(label).value]).toEqual(["never", "never"]);
    api.refuse("PUT /v1/page-checks", "internal_error");
  }
});
