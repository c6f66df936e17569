import type { AsyncStorage } from "oidc-client-ts";

const area = () => chrome.storage.local;
const keys = async () => Object.keys(await area().get(null));

/** The extension's own storage as `oidc-client-ts` uses one. No page can read it, and the script in the background can. */
export const storedText: AsyncStorage = {
  get length() {
    return keys().then(({ length }) => length);
  },
  key: async (index) => (await keys())[index] ?? null,
  getItem: async (key) => ((await area().get(key))[key] as string | undefined) ?? null,
  setItem: (key, text) => area().set({ [key]: text }),
  removeItem: (key) => area().remove(key),
  clear: () => area().clear(),
};
