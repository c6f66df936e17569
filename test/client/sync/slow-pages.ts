import type { MagpieClient } from "../../../client/index.ts";
import type { ChangesApi } from "./changes-api.ts";

/** A client whose pages of changes arrive when a test lets them. */
export function slowPages(api: ChangesApi) {
  const client = api.client();
  let [made, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changes: MagpieClient["changes"] = Object.create(client.changes);
  changes.list = async (query, options) => {
    const page = await client.changes.list(query, options);
    made.resolve();
    await arrived.promise;
    return page;
  };
  return {
    changes,
    /** Waits for the next page. */
    async made() {
      await made.promise;
      made = Promise.withResolvers<void>();
    },
    arrive() {
      arrived.resolve();
      arrived = Promise.withResolvers<void>();
    },
  };
}
