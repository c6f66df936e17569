import { stockTable } from "../../../lambdas/slides/stock-table.ts";
import { changesApi, changesWorld } from "../../changes/changes-world.ts";
import { pendingStock } from "../../slides/slides-world.ts";
import type { FaultFeature, FaultWorld } from "../feature.ts";
import { request } from "../feature.ts";
import type { System } from "../system.ts";

function start(system: System): FaultWorld {
  const { invocations, clock } = system;
  return {
    system,
    tables: ["stocks", "bookmarks"],
    send: changesApi(changesWorld(invocations, clock)),
  };
}

/** The entries of the changes feed. */
export const changes: FaultFeature = {
  name: "changes",
  start,
  entries: [
    request({ route: "GET /v1/changes" }, "there is a stock", async ({ system }) => {
      await stockTable(system.invocations.client, "stocks").create(pendingStock("alice"), "creation-1");
    }),
  ],
};
