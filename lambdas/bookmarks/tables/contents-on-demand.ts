import { lazy } from "../../shared/lazy.ts";
import type { ContentStore } from "./content-store.ts";

/**
 * The kept texts, for functions of which most requests read no text: the client of S3, a fifth of their code, is loaded with
 * the first one.
 */
export function contentsOnDemand(bucket: string): Pick<ContentStore, "get" | "empty"> {
  const loaded = lazy(async () => {
    const [{ ContentStore }, { objectClient }] = await Promise.all([
      import("./content-store.ts"),
      import("../../shared/object-client.ts"),
    ]);
    return new ContentStore(objectClient(), bucket);
  });
  return {
    get: async (key) => (await loaded()).get(key),
    empty: async (folder) => (await loaded()).empty(folder),
  };
}
