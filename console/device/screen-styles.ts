import { metaOf } from "./meta-of.ts";

let loaded: Promise<void> | null = null;

/**
 * Loads the styles of the screens that are loaded on demand, once. The page names their file.
 *
 * @throws Error when they can't be loaded; the next call requests them again
 */
export function loadScreenStyles(): Promise<void> {
  loaded ??= addStyles().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function addStyles(): Promise<void> {
  const address = metaOf(document, "screen-styles");
  if (address === undefined) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  link.addEventListener("load", () => resolve());
  link.addEventListener("error", () => {
    link.remove();
    reject(new Error(`${address} could not be loaded.`));
  });
  document.head.append(link);
  await promise;
}
