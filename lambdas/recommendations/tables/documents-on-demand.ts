import { lazy } from "../../shared/lazy.ts";
import type { Documents } from "./document-store.ts";

/** The published documents, for the API, of which most requests publish none: the client of S3 is loaded with the first one. */
export function documentsOnDemand(bucket: string): Documents {
  const loaded = lazy(async () => {
    const [{ DocumentStore }, { objectClient }] = await Promise.all([
      import("./document-store.ts"),
      import("../../shared/object-client.ts"),
    ]);
    return new DocumentStore(objectClient(), bucket);
  });
  return {
    md5: async (path) => (await loaded()).md5(path),
    replace: async (document, seen) => (await loaded()).replace(document, seen),
  };
}
