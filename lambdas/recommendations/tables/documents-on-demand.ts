import { lazy } from "../../shared/lazy.ts";
import type { ObjectsOnDemand } from "../../shared/objects/objects-on-demand.ts";
import type { Documents } from "./document-store.ts";

/** The published documents, loaded on demand for the API, where most requests publish none. */
export function documentsOnDemand(objects: ObjectsOnDemand, bucket: string): Documents {
  const loaded = lazy(async () => new (await import("./document-store.ts")).DocumentStore(await objects(), bucket));
  return {
    md5: async (path) => (await loaded()).md5(path),
    replace: async (document, seen) => (await loaded()).replace(document, seen),
  };
}
