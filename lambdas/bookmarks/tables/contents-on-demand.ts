import { lazy } from "../../shared/lazy.ts";
import type { ObjectsOnDemand } from "../../shared/objects-on-demand.ts";
import type { ContentStore } from "./content-store.ts";

/** The kept texts, for functions in which most requests read no text. */
export function contentsOnDemand(objects: ObjectsOnDemand, bucket: string): Pick<ContentStore, "get" | "empty"> {
  const loaded = lazy(async () => new (await import("./content-store.ts")).ContentStore(await objects(), bucket));
  return {
    get: async (key) => (await loaded()).get(key),
    empty: async (folder) => (await loaded()).empty(folder),
  };
}
