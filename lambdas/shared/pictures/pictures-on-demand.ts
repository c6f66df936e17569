import { lazy } from "../lazy.ts";
import type { ObjectsOnDemand } from "../objects/objects-on-demand.ts";
import type { FileFolders } from "../saved-items/item-files.ts";

/** The folders of copied pictures, for a function that seldom deletes any. */
export function picturesOnDemand(objects: ObjectsOnDemand, bucket: string): FileFolders {
  const loaded = lazy(async () => new (await import("./picture-store.ts")).PictureStore(await objects(), bucket));
  return { empty: async (folder) => (await loaded()).empty(folder) };
}
