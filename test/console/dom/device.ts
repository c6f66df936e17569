import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { afterEach, beforeEach, vi } from "vitest";

/** What the stores of a browser have, for tests without one. */
export interface Device {
  /** Local storage. */
  readonly stored: Map<string, string>;
  /** Tells the tabs, as browsers tell all but the one that has written. */
  readonly tell: (key: string | null) => void;
  /** The addresses that the page was sent to. */
  readonly left: string[];
}

/** One for all files: modules keep what they have opened. */
const databases = new IDBFactory();

/** Gives each test of a file empty local storage, a page at an address, and the databases of all. */
export function device(): Device {
  const stored = new Map<string, string>();
  const left: string[] = [];
  let page = new EventTarget();
  beforeEach(() => {
    stored.clear();
    left.length = 0;
    page = new EventTarget();
    vi.stubGlobal("indexedDB", databases);
    vi.stubGlobal("IDBKeyRange", IDBKeyRange);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
      key: (index: number) => [...stored.keys()][index] ?? null,
      get length() {
        return stored.size;
      },
    });
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    const location = {
      origin: "https://magpie.example",
      href: "https://magpie.example/app/signed-in",
      assign: (address: string | URL) => {
        left.push(String(address));
        // The person comes back: `oidc-client-ts` waits for that, or for the end of the page.
        page.dispatchEvent(new Event("pageshow"));
      },
    };
    vi.stubGlobal("location", location);
    const window = { location, addEventListener: page.addEventListener.bind(page) };
    vi.stubGlobal("window", { ...window, self: window });
  });
  afterEach(() => vi.unstubAllGlobals());
  return { stored, left, tell: (key) => page.dispatchEvent(Object.assign(new Event("storage"), { key })) };
}
