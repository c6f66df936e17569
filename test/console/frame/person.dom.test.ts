// @vitest-environment happy-dom
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { typedAddresses } from "../../../console/parts/forms/typed-addresses.ts";
import { storedPlace } from "../../../console/parts/place/list-place.ts";
import { Session } from "../../../console/session/session.ts";
import { becomes, press } from "../dom/acts.ts";
import { fakeIssuer, SIGN_IN, store } from "../dom/an-issuer.ts";
import { AnsweringApi } from "../dom/answering-api.ts";
import { openPage } from "../dom/page.ts";
import { hasButton, texts } from "../dom/shown.ts";
import { StartedConsole } from "../dom/started-console.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Locks of a page without other tabs. */
const locks = {
  request: async (_name: string, ...rest: readonly unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}),
};
const problem = () => texts(".welcome .failure")[0] ?? null;
const isAsked = () => hasButton("Sign in");

/** Stores what a sign-in has stored, and opens the console. */
async function starts(
  user: Readonly<Record<string, unknown>> | null,
  { databases = new IDBFactory(), path = "bookmarks" } = {},
): Promise<void> {
  const device = { stored: new Map<string, string>() };
  if (user !== null) store(device, user);
  for (const [key, value] of device.stored) localStorage.setItem(key, value);
  vi.stubGlobal("indexedDB", databases);
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en"]);
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  const api = new AnsweringApi().answer("GET /v1/notices", { notices: [], next_cursor: null });
  api.saveBookmark("https://blog.example/owls", { title: "Owls", status: "done" });
  fakeIssuer((request) => api.fetch(request));
  const other = fetch;
  vi.stubGlobal("fetch", async (input: string | Request, init?: RequestInit) =>
    input === "/app/config.json"
      ? Response.json({ api_url: "https://api.magpie.example", sign_in: SIGN_IN })
      : other(input, init),
  );
  await (await openPage()).show(StartedConsole, path);
}
/** Another tab has changed what is stored of the session. */
const tells = () => act(() => void dispatchEvent(Object.assign(new Event("storage"), { key: null })));

describe("a person", () => {
  it("who is signed in sees what is theirs, until another tab signs the device out", async () => {
    await starts({});
    expect(texts(".welcome p")).toEqual(["Loading…"]);
    await becomes(() => texts("article h2, article h3").length > 0);
    expect([texts("h1"), texts("article h2, article h3")]).toEqual([["Bookmarks"], ["Owls"]]);
    expect(document.querySelector(".welcome")).toBeNull();
    localStorage.clear();
    await tells();
    expect([isAsked(), problem(), texts("article")]).toEqual([true, null, []]);
  });

  it("leaves no place in a list to the next one", async () => {
    await starts({}, { path: "bookmarks?q=owl" });
    await becomes(() => texts("article h2, article h3").length > 0);
    dispatchEvent(new Event("pagehide"));
    expect(storedPlace("/app/bookmarks")?.address).toBe("/app/bookmarks?q=owl");
    localStorage.clear();
    await tells();
    expect(storedPlace("/app/bookmarks")).toBeNull();
  });

  it("who comes back from the issuer is where they were, with what they had typed", async () => {
    const kept = { personId: "ada", addresses: { bookmark: "blog.example" } };
    vi.spyOn(Session.prototype, "signedIn").mockResolvedValue({ path: "/app/bookmarks?q=owl", kept });
    await starts({}, { path: "signed-in?code=c" });
    await becomes(() => texts("h1")[0] === "Bookmarks");
    expect([location.pathname + location.search, typedAddresses()]).toEqual(["/app/bookmarks?q=owl", kept]);
  });

  it("whose session has ended on this device has to sign in", async () => {
    await starts({ generation: 1 });
    await becomes(isAsked);
    expect([isAsked(), problem(), localStorage.length, localStorage.key(0)]).toEqual([true, null, 1, "magpie-config"]);
  });

  it("whose token can't be read is told, and has to sign in", async () => {
    await starts({ access_token: "opaque" });
    await becomes(isAsked);
    expect(isAsked()).toBe(true);
    expect(problem()).toBe("Sign-in failed: The issuer's access token is no JWT: the API can't read it.");
  });

  it("sees why signing in has failed", async () => {
    await starts(null);
    await becomes(isAsked);
    expect(problem()).toBeNull();
    const signIn = vi.spyOn(Session.prototype, "signIn").mockRejectedValue(new Error("no issuer"));
    history.replaceState(null, "", "/app/bookmarks?q=owl");
    await press("Sign in");
    expect([problem(), isAsked()]).toEqual(["Sign-in failed: no issuer", true]);
    expect(signIn.mock.calls).toEqual([["/app/bookmarks?q=owl", "en"]]);
  });

  it("is told that the browser forbids storage", async () => {
    const forbidden = new DOMException("The operation is insecure.", "SecurityError");
    const forbid = () => {
      throw forbidden;
    };
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    // The page of this test has it open already.
    const getItem = (key: string) => (key.startsWith("magpie-notices") ? null : forbid());
    vi.stubGlobal("localStorage", { getItem, setItem: forbid });
    await starts(null);
    await becomes(() => problem() !== null);
    expect([problem(), isAsked()]).toEqual([expect.stringContaining("The operation is insecure."), false]);
    expect(warned.mock.calls).toEqual([["The addresses are not kept.", forbidden]]);
  });

  it("sees that the databases of this device can't be opened", async () => {
    const databases = new IDBFactory();
    vi.spyOn(databases, "open").mockImplementation(() => {
      throw new DOMException("A mutation operation was attempted.", "InvalidStateError");
    });
    await starts({}, { databases });
    await becomes(() => problem() !== null);
    expect([problem(), isAsked()]).toEqual([expect.stringContaining("A mutation operation was attempted."), false]);
  });
});
