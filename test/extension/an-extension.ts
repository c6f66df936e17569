import { afterEach, beforeEach, vi } from "vitest";

/** What the browser gives the extension, for tests without one. */
export interface AnExtension {
  /** `chrome.storage.local`. */
  readonly stored: Map<string, unknown>;
  /** The addresses that were opened for signing in and out. */
  readonly opened: string[];
  /** Where the issuer sends each of them back to; default: nobody comes back. */
  readonly answers: ((address: string) => string)[];
}

export const REDIRECT = "https://id.chromiumapp.org/";

/** Gives each test of a file the extension's storage, and the browser's window for signing in. */
export function anExtension(): AnExtension {
  const stored = new Map<string, unknown>();
  const opened: string[] = [];
  const answers: ((address: string) => string)[] = [];
  beforeEach(() => {
    stored.clear();
    opened.length = 0;
    answers.length = 0;
    const local = {
      get: async (key: string | null) =>
        Object.fromEntries(key === null ? stored : [...stored].filter(([name]) => name === key)),
      set: async (items: object) => {
        for (const [key, value] of Object.entries(items)) stored.set(key, value);
      },
      remove: async (key: string) => void stored.delete(key),
    };
    vi.stubGlobal("chrome", {
      storage: { local },
      identity: {
        getRedirectURL: () => REDIRECT,
        launchWebAuthFlow: async ({ url }: { readonly url: string }) => {
          opened.push(url);
          const answer = answers.shift();
          // As Chromium says it.
          if (answer === undefined) throw new Error("The user did not approve access.");
          return answer(url);
        },
      },
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  return { stored, opened, answers };
}
