import { lazy } from "../../shared/lazy.ts";
import type { ObjectsOnDemand } from "../../shared/objects/objects-on-demand.ts";
import type { ContentStore } from "./content-store.ts";
import type { SentPageStore } from "./sent-page-store.ts";

/** The kept texts, for functions in which most requests read no text. */
export function contentsOnDemand(objects: ObjectsOnDemand, bucket: string): Pick<ContentStore, "get" | "empty"> {
  const loaded = lazy(async () => new (await import("./content-store.ts")).ContentStore(await objects(), bucket));
  return {
    get: async (key) => (await loaded()).get(key),
    empty: async (folder) => (await loaded()).empty(folder),
  };
}

/** The same for the pages that users send. */
export function sentPagesOnDemand(objects: ObjectsOnDemand, bucket: string): Pick<SentPageStore, "put" | "delete"> {
  const loaded = lazy(async () => new (await import("./sent-page-store.ts")).SentPageStore(await objects(), bucket));
  return {
    put: async (...page) => (await loaded()).put(...page),
    delete: async (key) => (await loaded()).delete(key),
  };
}
