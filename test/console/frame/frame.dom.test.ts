// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { NewQueueEntry } from "../../../client/index.ts";
import { isDeviceFull } from "../../../console/device/keep-item.ts";
import { hasNewVersion, isOffline } from "../../../console/device/offline.ts";
import { choose, preferences } from "../../../console/device/preferences.ts";
import { Frame } from "../../../console/frame/frame.tsx";
import { notify } from "../../../console/status/status.tsx";
import { becomes, pass, press, settled } from "../dom/acts.ts";
import { AnsweringApi } from "../dom/answering-api.ts";
import { links } from "../dom/contents.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { failed, focused, referred, textBox, texts } from "../dom/shown.ts";

const NOTICES = "GET /v1/notices";

afterEach(() => {
  vi.useRealTimers();
  hasNewVersion.value = false;
  isDeviceFull.value = false;
  localStorage.clear();
  vi.restoreAllMocks();
});

/** A session that goes on, until `hasEnded`. */
const session = (signIn = async () => undefined as unknown) => ({ hasEnded: signal(false), signIn: vi.fn(signIn) });

const noticesApi = (...ids: readonly string[]) =>
  new AnsweringApi().answer(NOTICES, {
    notices: ids.map((id) => ({ id, created_at: "2026-11-27T10:00:00.000Z" })),
    next_cursor: null,
  });

/** The frame with two bookmarks on their screen. */
async function opens(path = "bookmarks", entries: readonly NewQueueEntry[] = [], isAdmin = false, own = session()) {
  const api = noticesApi();
  for (const title of ["Owls", "Wrens"]) api.saveBookmark(`https://blog.example/${title}`, { title, status: "done" });
  api.saveStock("https://speakerdeck.com/ada/birds", { title: "Birds" });
  const page = await openPage(entries, api, isAdmin, own);
  await page.open(Frame, path);
  return own;
}
/** Presses keys, one after the other, however long a busy machine takes between two: a letter belongs to `g` for a second. */
async function keys(
  all: string,
  init: KeyboardEventInit = {},
  target: Element = document.body,
): Promise<KeyboardEvent[]> {
  const events = all
    .split(" ")
    .map((key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (const event of events) await act(() => void target.dispatchEvent(event));
  vi.useRealTimers();
  await act(settled);
  return events;
}

describe("the frame", () => {
  // The first test: each screen is loaded once, when it is first shown.
  it.each([
    ["bookmarks/b-1", "Owls"],
    ["bookmarks/b-1/read", "Owls"],
    ["slides", "Slides"],
    ["slides/s-3", "Birds"],
    ["books", "Books"],
    ["prices", "Prices"],
    ["prices/p1", "Product"],
    ["recommendations", "Recommendations"],
    ["operations/alarms", "Operations"],
    ["notices", "Notices"],
    ["operations/jobs/tea", "tea"],
    ["tags", "Tags"],
    ["settings", "Settings"],
    ["waiting", "Waiting"],
    ["share", "Save shared page"],
  ])("shows the screen of %s", async (path, title) => {
    await opens(path, [], true);
    await becomes(() => texts("h1")[0] === title);
    expect(texts("h1")).toEqual([title]);
  });

  it("leads to every screen and to the content, and marks the present one", async () => {
    await opens("bookmarks", [], true);
    const screens = ["Bookmarks", "Slides", "Books", "Prices", "Recommendations", "Notices", "Operations", "Settings"];
    expect(links("nav")).toEqual(screens.map((each) => [each, `/app/${each.toLowerCase()}`]));
    expect(document.querySelector("nav")?.getAttribute("aria-label")).toBe("Main");
    expect(texts("[aria-current=page]")).toEqual(["Bookmarks"]);
    const skip = document.querySelector(".skip");
    expect([skip?.textContent, skip?.getAttribute("href")]).toEqual(["Skip to the content", "#content"]);
    expect(document.querySelector<HTMLElement>("#content")?.tabIndex).toBe(-1);
  });

  it("says how much waits to be sent, and has no Operations for most people", async () => {
    const save = entryOf({ create: "bookmark", body: { url: "https://blog.example/wrens" } });
    await opens("nowhere", [save, { ...save, idempotencyKey: "2", state: "failed" }]);
    expect([links("nav")[6], links("nav").length]).toEqual([["Waiting: 2", "/app/waiting"], 8]);
    expect([texts("h1"), texts("[aria-current=page]")]).toEqual([["Page not found"], []]);
    expect(links("#content")).toEqual([["Bookmarks", "/app/bookmarks"]]);
    expect(texts("#content .empty")[0]).toBe("The address is wrong, or the page has moved.");
  });

  it.each([
    ["bookmarks/1", ["Bookmarks"], []],
    ["tags", ["Bookmarks"], []],
    ["share", ["Bookmarks"], []],
    ["operations/jobs", ["More", "Operations"], []],
    ["recommendations/add", ["More", "Recommendations"], []],
    ["settings", ["More"], ["Settings"]],
    ["notices", ["More"], ["Notices"]],
    ["waiting", ["More"], ["Waiting: 0"]],
  ])("marks the place or screen of %s, and what leads to it in a narrow window", async (path, places, screens) => {
    await opens(path, [], true);
    expect([texts("[aria-current=true]"), texts("[aria-current=page]")]).toEqual([places, screens]);
  });

  it("opens with the bookmarks; another screen has the focus on its heading, and the places are closed", async () => {
    const before = history.length;
    await opens("");
    // Back leads out of the console.
    expect([location.pathname, texts("h1"), history.length]).toEqual(["/app/bookmarks", ["Bookmarks"], before]);
    const hidden = vi.spyOn(document.querySelector("#further-places") as HTMLElement, "hidePopover");
    await act(() => document.querySelector<HTMLElement>("nav [href='/app/settings']")?.click());
    await becomes(() => texts("h1")[0] === "Settings");
    expect([focused(), document.title, hidden.mock.calls.length]).toEqual(["Settings", "Settings · Magpie", 1]);
  });

  it("says on every screen that the connection is lost, or a new version is available", async () => {
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    await opens();
    expect(texts(".banners[role=status]")).toEqual([""]);
    await act(() => {
      isOffline.value = true;
      hasNewVersion.value = true;
    });
    expect(texts(".banner")).toEqual([
      "Offline. Bookmarks, the list of slides and kept texts are available; what you save is sent later.",
      "A new version of this page is available. Use it now",
    ]);
    await press("Use it now");
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("says that the device is full, what that means, and what to do", async () => {
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    await opens();
    vi.stubGlobal("localStorage", {
      setItem: () => {
        throw new DOMException("Full.", "QuotaExceededError");
      },
    });
    await act(() => choose({ theme: "dark" }));
    vi.unstubAllGlobals();
    expect([texts(".banner"), links(".banner"), preferences.value.theme]).toEqual([
      [
        "There is no space left on this device: your changes may be lost when this page is closed. Free some space, or keep fewer texts (see Settings), then reload the page. Settings Reload",
      ],
      [["Settings", "/app/settings"]],
      "dark",
    ]);
    await press("Reload");
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("tells everybody how many notices are unread", async () => {
    const notices = ["1", "2"].map((id) => ({ id, created_at: "2026-11-27T10:00:00.000Z" }));
    const api = new AnsweringApi().answer(NOTICES, { notices, next_cursor: "more" });
    const page = await openPage([], api, false, session());
    await page.open(Frame, "nowhere");
    const link = document.querySelector("nav [href$=notices]");
    const more = document.querySelector("nav button");
    expect([link, more].map((each) => [each?.textContent, referred(each, "aria-describedby")])).toEqual([
      ["Notices2+", "Unread notices: 2+"],
      ["More2+", "Unread notices: 2+"],
    ]);
    await act(() => page.library.readNotices.markAllRead());
    expect([texts("nav .badge"), texts("nav [hidden]")]).toEqual([[], []]);
    expect([link, more].map((each) => each?.hasAttribute("aria-describedby"))).toEqual([false, false]);
  });

  it("reads the notices again every five minutes, and keeps the older number when that fails", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const api = noticesApi("1");
    await (await openPage([], api, true, session())).open(Frame, "nowhere");
    expect([texts("nav .badge"), warned.mock.calls]).toEqual([["1", "1"], []]);
    api.refuse(NOTICES, "down");
    await pass(300);
    expect([api.asked(NOTICES).length, texts("nav .badge"), warned.mock.calls]).toEqual([
      2,
      ["1", "1"],
      [["The newest notices could not be read.", expect.objectContaining({ code: "down" })]],
    ]);
  });

  it("asks a person to sign in again once the session has ended, and says why that has failed", async () => {
    isOffline.value = true;
    const own = await opens(
      "bookmarks?q=owl",
      [],
      false,
      session(async () => Promise.reject(new Error("no issuer"))),
    );
    await act(() => {
      own.hasEnded.value = true;
    });
    expect(texts(".banner")).toEqual([
      "Your session has ended. What you save is kept on this device and sent after you sign in again. Sign in again",
    ]);
    await press("Sign in again");
    expect(own.signIn.mock.calls[0]?.slice(0, 2)).toEqual(["/app/bookmarks?q=owl", "en"]);
    expect(failed()).toBe("Sign-in failed: no issuer");
  });
});

describe("the keys", () => {
  const sheet = () => Array.from(document.querySelectorAll("dialog")).find((each) => each.open) ?? null;
  /** The sheet is loaded when it is first asked for. */
  const help = async () => {
    await keys("?", { shiftKey: true });
    await expect.poll(sheet).not.toBeNull();
  };

  it("are listed by ?, and do nothing while the list is open", async () => {
    await opens();
    await help();
    const words = (cell: Element) => texts("kbd", cell).join(" ") || cell.textContent;
    expect(Array.from(sheet()?.querySelectorAll("tr") ?? [], ({ children }) => Array.from(children, words))).toEqual([
      ["g b", "Go to Bookmarks"],
      ["g s", "Go to Slides"],
      ["g k", "Go to Books"],
      ["g p", "Go to Prices"],
      ["g r", "Go to Recommendations"],
      ["g o", "Go to Operations"],
      ["/", "Go to the search box"],
      ["n", "Go to the box for an address"],
      ["u", "Undo"],
      ["j", "Next item, text or deck"],
      ["k", "Previous item, text or deck"],
      ["m", "Mark as read or unread"],
      ["s", "Add or remove a star"],
      ["o", "Open the original of the text"],
      ["f", "Full screen (in a deck)"],
      ["← →", "Previous and next deck (in a deck)"],
      ["Esc", "Back to the list (in a deck)"],
      ["?", "Show this list"],
    ]);
    expect(sheet()?.textContent).toContain("You can turn shortcuts off in Settings.");
    await keys("g s");
    expect(location.pathname).toBe("/app/bookmarks");
  });

  it("go to what is written into, and to what can be undone", async () => {
    await opens();
    const [search] = await keys("/");
    expect([document.activeElement === textBox("Address or words"), search?.defaultPrevented]).toEqual([true, true]);
    textBox("Address or words").blur();
    await keys("n");
    expect(document.activeElement?.closest("form")?.hasAttribute("data-save")).toBe(true);
    (document.activeElement as HTMLElement).blur();
    await act(() => notify("Deleted", { label: "Undo", run: () => undefined }));
    await keys("u");
    expect(focused()).toBe("Undo");
  });

  it("go from item to item, from elsewhere to the first one, and stop at the ends", async () => {
    await opens();
    const scrolled = vi.fn();
    for (const each of document.querySelectorAll("article")) each.scrollIntoView = scrolled;
    const seen: unknown[] = [];
    for (const key of ["k", "j", "j", "k", "k"]) {
      await keys(key);
      seen.push(focused());
    }
    (document.activeElement as HTMLElement).blur();
    await keys("j");
    expect([...seen, focused()]).toEqual(["Wrens", "Owls", "Owls", "Wrens", "Wrens", "Wrens"]);
    expect(scrolled.mock.calls).toEqual(Array(4).fill([{ block: "nearest" }]));
  });

  it("do nothing where there is nothing to go to", async () => {
    const failures: unknown[] = [];
    const failed = ({ error }: ErrorEvent) => failures.push(error);
    addEventListener("error", failed);
    await opens("nowhere");
    const before = document.activeElement;
    await keys("/ n u j k o f");
    removeEventListener("error", failed);
    expect([failures, document.activeElement === before, location.pathname]).toEqual([[], true, "/app/nowhere"]);
  });

  it("press the links and the button of an item, and not those whose letter follows g", async () => {
    await opens();
    const pressed: string[] = [];
    for (const [name, attribute, value] of [
      ["a", "rel", "next"],
      ["a", "rel", "prev"],
      ["a", "data-original", ""],
      ["button", "data-full-screen", ""],
    ] as const) {
      const element = document.createElement(name);
      element.setAttribute(attribute, value);
      element.addEventListener("click", () => pressed.push(value || attribute));
      document.querySelector("main")?.append(element);
    }
    await keys("j k o f");
    expect(pressed).toEqual(["next", "prev", "data-original", "data-full-screen"]);
    expect(document.activeElement?.closest("article")).toBeNull();
    await keys("g o");
    expect([pressed.length, location.pathname]).toEqual([4, "/app/operations"]);
  });

  it("go to a screen by g and its letter", async () => {
    await opens("settings");
    const paths: string[] = [];
    for (const key of ["b", "s", "k", "p", "r", "o"]) {
      await keys(`g ${key}`);
      paths.push(location.pathname);
    }
    const screens = ["bookmarks", "slides", "books", "prices", "recommendations", "operations"];
    expect(paths).toEqual(screens.map((screen) => `/app/${screen}`));
  });

  it("work at once after a screen's letter, and after g with a letter of no screen", async () => {
    await opens("nowhere");
    await keys("g b");
    await becomes(() => texts("h2")[0] === "Wrens");
    await keys("j");
    const first = focused();
    await keys("g x j");
    expect([first, focused()]).toEqual(["Wrens", "Owls"]);
  });

  it("are text in boxes and while a word is composed, and nothing when they are switched off", async () => {
    await opens();
    const events = await keys("/", {}, textBox("Address or words"));
    events.push(...(await keys("/", { isComposing: true })), ...(await keys("/", { keyCode: 229 })));
    choose({ shortcuts: false });
    events.push(...(await keys("/")));
    expect(events.map((event) => event.defaultPrevented)).toEqual([false, false, false, false]);
    expect(document.activeElement).not.toBe(textBox("Address or words"));
  });
});
