import { memberOf, ReaderCountTable } from "../../../lambdas/recommendations/tables/reader-count-table.ts";
import { stockTable } from "../../../lambdas/slides/stock-table.ts";
import { deletion } from "../../changes/deletion.ts";
import { pendingStock } from "../../slides/slides-world.ts";
import { everyPass, usersApi, usersWorld } from "../../users/users-world.ts";
import type { Entry, FaultFeature, FaultWorld } from "../feature.ts";
import { request } from "../feature.ts";
import type { System } from "../system.ts";

type Send = ReturnType<typeof usersApi>;

function start(system: System): FaultWorld {
  const { invocations, clock } = system;
  return {
    system,
    tables: ["stocks", "bookmarks", "recommendations", "idempotency_keys"],
    send: usersApi(usersWorld(invocations, clock)),
    // It names one attempt to move an item.
    settled: (item) => item.replace(/"move_id":"[^"]+"/, '"move_id":"(new)"'),
  };
}

const LISTS = ["GET /v1/users/{sub}/bookmarks", "GET /v1/users/{sub}/stocks"];
const params = { sub: "alice" };

/** A stock of each user for the same deck, one that was deleted, and a subscription. */
async function prepare({ system }: FaultWorld): Promise<void> {
  const { client } = system.invocations;
  const stocks = stockTable(client, "stocks");
  const gone = pendingStock("alice", { canonicalUrl: "https://speakerdeck.com/alice/gone" });
  await stocks.create(pendingStock("alice", { memo: "for Friday" }), "creation-1");
  await stocks.create(gone, "creation-2");
  await stocks.delete(gone, deletion(system.clock.now()));
  await stocks.create(pendingStock("bob", { canonicalUrl: "https://speakerdeck.com/alice/other" }), "creation-3");
  await new ReaderCountTable(client, client, "recommendations").addSubscriber("one", memberOf("alice"), "request-1");
}

/** All pages, as the command line requests them: from the beginning when one of them failed. */
function everyPageOf(route: string, body: object): Entry {
  const act = async (world: FaultWorld) => {
    const send: Send = (wanted) => world.send({ user: "root", groups: ["admin"], ...wanted });
    await everyPass(send, { route, params, body });
    return { status: 200, headers: {}, body: null };
  };
  return { ...request({ route, params, body }, "there is something of everything", prepare), caller: "operator", act };
}

/** The entries of what belongs to people. An operator repeats what was interrupted. */
export const users: FaultFeature = {
  name: "users",
  start,
  entries: [
    ...LISTS.map((route) => request({ route, params }, "there is a stock", prepare)),
    everyPageOf("POST /v1/users/{sub}/delete", {}),
    everyPageOf("POST /v1/users/{sub}/move", { to: "bob" }),
  ],
};
