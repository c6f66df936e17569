import { lazy } from "../lazy.ts";
import type { FileFolders } from "../saved-items/item-files.ts";

/** The folders of copied pictures, for a function that seldom deletes any: the client of S3 is loaded with the first one. */
export function picturesOnDemand(bucket: string): FileFolders {
  const loaded = lazy(async () => {
    const [{ PictureStore }, { objectClient }] = await Promise.all([
      import("./picture-store.ts"),
      import("../object-client.ts"),
    ]);
    return new PictureStore(objectClient(), bucket);
  });
  return { empty: async (folder) => (await loaded()).empty(folder) };
}
