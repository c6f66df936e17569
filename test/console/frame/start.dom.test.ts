// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { followInstalling, installing } from "../../../console/device/installing.ts";
import { isDeviceFull } from "../../../console/device/keep-item.ts";
import { hasNewVersion, isOffline, startOffline } from "../../../console/device/offline.ts";
import type { Preferences } from "../../../console/device/preferences.ts";
import { choose, followPreferences, preferences } from "../../../console/device/preferences.ts";
import { becomes, press, settled } from "../dom/acts.ts";
import { openPage } from "../dom/page.ts";
import { hasButton, texts } from "../dom/shown.ts";
import { StartedConsole } from "../dom/started-console.ts";

const { value: initial } = preferences;
afterEach(() => {
  preferences.value = initial;
  isOffline.value = false;
  hasNewVersion.value = false;
  isDeviceFull.value = false;
  installing.value = null;
  document.head.innerHTML = "";
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Starts in a browser with the parts of service workers that the page uses: those that are given, or idle ones. */
function startsWith(given: object, onLine = true): EventTarget {
  const parts = { controller: null, register: async () => ({}), ready: Promise.resolve({}), ...given };
  const serviceWorker = Object.assign(new EventTarget(), parts);
  vi.stubGlobal("navigator", { onLine, languages: ["en"], serviceWorker });
  startOffline();
  return serviceWorker;
}

describe("this device", () => {
  it("keeps what is chosen, takes each choice of another tab that it knows, and the rest from the defaults", () => {
    // Files share a page: another one may have left its own.
    localStorage.clear();
    const chosen: Preferences = {
      language: "ja",
      theme: "light",
      shortcuts: false,
      images: true,
      keptTexts: "all",
      sort: "title",
      listView: "cards",
      deckView: "cards",
      bookView: "rows",
      trendInterval: "day",
      trendMonths: 12,
      textSize: "large",
      typeface: "sans",
      paper: "sepia",
    };
    followPreferences();
    choose({ theme: "dark" });
    const [key = ""] = Object.keys(localStorage);
    const told = (about: string | null) => {
      dispatchEvent(Object.assign(new Event("storage"), { key: about }));
      return preferences.value;
    };
    for (const [stored, is] of [
      [JSON.stringify(chosen), chosen],
      [JSON.stringify(Object.fromEntries(Object.keys(chosen).map((name) => [name, "of a newer version"]))), initial],
      ['{"shortcuts":1,"images":1}', initial],
      ['{"language":"en","theme":"dark"}', { ...initial, language: "en", theme: "dark" }],
      ["{", initial],
    ] as const) {
      localStorage.setItem(key, stored);
      expect(told(key)).toEqual(is);
    }
    localStorage.setItem(key, '{"theme":"dark"}');
    expect(told("another").theme).toBeNull();
    choose({ theme: "dark" });
    localStorage.clear();
    expect(told(null)).toEqual(initial);
  });

  it("says what the browser forbids, not that space is missing", () => {
    const setItem = () => {
      throw new DOMException("Forbidden.", "SecurityError");
    };
    vi.stubGlobal("localStorage", { setItem });
    expect(() => choose({ theme: "dark" })).toThrow("Forbidden.");
    expect(isDeviceFull.value).toBe(false);
  });

  it("offers to install the console once", async () => {
    followInstalling();
    const prompt = vi.fn(async () => undefined);
    const offer = () => Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
    const event = offer();
    dispatchEvent(event);
    await installing.value?.();
    expect([event.defaultPrevented, prompt.mock.calls.length, installing.value]).toEqual([true, 1, null]);
    dispatchEvent(offer());
    dispatchEvent(new Event("appinstalled"));
    expect(installing.value).toBeNull();
  });

  it.each([
    [null, true, "claim", 0],
    ["a worker", true, undefined, 1],
    ["a worker", false, undefined, 0],
  ])(
    "starts without a network by its worker (before: %s, network: %s)",
    async (controller, onLine, message, updates) => {
      const update = vi.fn(async () => undefined);
      const postMessage = vi.fn();
      const register = vi.fn(async () => ({ update }));
      startsWith({ controller, register, ready: Promise.resolve({ active: { postMessage } }) }, onLine);
      await settled();
      expect(register.mock.calls).toEqual([["/app/sw.js", { scope: "/app/" }]]);
      expect([postMessage.mock.calls[0]?.[0], update.mock.calls.length]).toEqual([message, updates]);
      dispatchEvent(new Event("offline"));
      expect(isOffline.value).toBe(true);
      dispatchEvent(new Event("online"));
      expect(isOffline.value).toBe(false);
    },
  );
});

describe("the worker", () => {
  it("is the only script whose address the page may load", async () => {
    const rules: { createScriptURL: (url: string) => string }[] = [];
    const createPolicy = vi.fn((_: string, given: (typeof rules)[number]) => {
      rules.push(given);
      return { createScriptURL: (url: string) => `trusted ${given.createScriptURL(url)}` };
    });
    vi.stubGlobal("trustedTypes", { createPolicy });
    const register = vi.fn(async () => ({}));
    startsWith({ register });
    await settled();
    expect(createPolicy.mock.calls[0]?.[0]).toBe("magpie-console");
    expect(register.mock.calls).toEqual([["trusted /app/sw.js", { scope: "/app/" }]]);
    expect(() => rules[0]?.createScriptURL("/app/other.js")).toThrow("/app/other.js is not a script of the console.");
  });

  it.each([
    ["another build", true],
    ["this build", false],
  ])("has loaded %s, which the page offers: %s", (build, isOffered) => {
    document.head.innerHTML = '<meta name="build" content="this build">';
    hasNewVersion.value = !isOffered;
    startsWith({}).dispatchEvent(new MessageEvent("message", { data: { build } }));
    expect([hasNewVersion.value, isDeviceFull.value]).toEqual([isOffered, false]);
  });

  it("says when it could not keep something because the device is full", () => {
    startsWith({}).dispatchEvent(new MessageEvent("message", { data: { isFull: true } }));
    expect([hasNewVersion.value, isDeviceFull.value]).toEqual([false, true]);
  });

  it("is done without where the browser has none, or does not register it", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.stubGlobal("navigator", { onLine: true, languages: ["en"] });
    startOffline();
    startsWith({ register: () => Promise.reject(new DOMException("Refused.", "SecurityError")) });
    await settled();
    expect(told.mock.calls).toEqual([
      ["The service worker was not registered.", expect.objectContaining({ name: "SecurityError" })],
    ]);
    told.mockRestore();
  });
});

describe("the start", () => {
  const starts = async (answer: () => Response, path = "") => {
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => answer()),
    );
    await (await openPage()).open(StartedConsole, path);
  };
  const signIn = {
    authority: "https://issuer.example",
    client_id: "c",
    scope: "openid",
    groups_claim: "g",
    logout_url: null,
  };
  const config = (fields: object = {}) => Response.json({ api_url: "https://api.example", sign_in: signIn, ...fields });

  it("says that the addresses can't be loaded, and tries again", async () => {
    await starts(() => new Response(null, { status: 500 }));
    expect([texts("[role=alert].failure")[0], texts("h1")]).toEqual([
      expect.stringMatching(/^The addresses of this Magpie could not be loaded\..+answered 500\.$/),
      ["Magpie"],
    ]);
    vi.mocked(fetch).mockImplementation(async () => config());
    await press("Try again");
    expect([hasButton("Sign in"), texts(".welcome p")]).toEqual([
      true,
      ["Magpie keeps slide decks, bookmarks, books, second-hand prices and recommended sites."],
    ]);
  });

  it("says what else keeps it from starting, such as a browser that takes no more addresses", async () => {
    const replaceState = history.replaceState.bind(history);
    vi.spyOn(history, "replaceState").mockImplementation((state, unused, address) => {
      if (address === "/app/") throw new DOMException("Too many calls.", "SecurityError");
      replaceState(state, unused, address);
    });
    await starts(() => config(), "signed-in?error=access_denied&state=unknown");
    await becomes(() => hasButton("Try again"));
    expect(texts("[role=alert].failure")[0]).toMatch(/Too many calls\.$/);
  });

  it("waits without a button, and says that nobody can sign in where there is no client", async () => {
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => answer.promise);
    await (await openPage()).show(StartedConsole);
    const welcome = document.querySelector(".welcome");
    expect([texts(".welcome p"), welcome?.getAttribute("aria-busy")]).toEqual([["Loading…"], "true"]);
    expect(document.querySelector("button")).toBeNull();
    await act(async () => {
      answer.resolve(config({ sign_in: null }));
      await settled();
    });
    expect(texts(".welcome .failure")).toEqual([expect.stringMatching(/^Nobody can sign in here yet/)]);
    expect(document.querySelector("button")).toBeNull();
  });

  it("says why the issuer has not signed the person in, and leaves its answer's address", async () => {
    await starts(() => config(), "signed-in?error=access_denied&state=unknown");
    // What speaks with the issuer is loaded when it is needed.
    await becomes(() => hasButton("Sign in"));
    expect(texts(".welcome .failure")).toEqual([expect.stringMatching(/^Sign-in failed: ./)]);
    expect([hasButton("Sign in"), location.pathname + location.search]).toEqual([true, "/app/"]);
  });
});
