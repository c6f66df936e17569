import { afterEach, describe, expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { reconcilableDeliveries, reconcilableDirectory } from "../../lambdas/recommendations/reconcile.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import type { Death, Invocation } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE, START } from "../emulators/test-clock.ts";
import type { CreatingWorld } from "../shared/killed-creation.ts";
import { describeKilledCreation } from "../shared/killed-creation.ts";
import { changeStore, shownBy, urlsOf } from "./changes-world.ts";
import type { RecommendationsWorld } from "./recommendations-world.ts";
import { publisher, recommendationsTables, recommendationsWorld } from "./recommendations-world.ts";

capturedLog();

/** The function in an invocation that may be killed: tables, bucket and queues count as its calls. */
function dyingPublisher(world: RecommendationsWorld, living: Invocation) {
  const bucket = world.bucket.meddled((_command, forward) => living.aws(forward));
  return publisher({
    ...world,
    ...recommendationsTables(living.client),
    ...changeStore(bucket),
    webmentionSendQueue: living.queue(world.webmentionSendQueue),
    metadataQueue: living.queue(world.metadataQueue),
  });
}

/** The part of the reconcile schedule that concerns recommendations, after the grace period. */
async function reconciled(world: RecommendationsWorld): Promise<void> {
  const { deliveries, webmentionSendQueue, clock } = world;
  clock.forward(11 * MINUTE);
  const parts = [reconcilableDirectory(world), reconcilableDeliveries(deliveries, webmentionSendQueue, clock)];
  await reconcile(parts, "reconcile-1", clock);
}

/** Document, table, announcements and notified sites; each site is notified at least once. */
async function stateOf(world: RecommendationsWorld) {
  const directory = await world.directory.read();
  const rows = await world.recommendations.all(directory);
  return {
    rows: rows.map(({ title, url }) => ({ title, url })),
    document: shownBy(world.bucket.document()),
    open: directory.announcements.length,
    told: [...new Set(world.webmentionSendQueue.sent.map(({ message }) => message.target))].sort(),
  };
}

/** A world in which another site is already recommended, with its directory and document. */
async function creatingWorld(dynamo: TestDynamo): Promise<CreatingWorld> {
  // The creation has the same id in every invocation.
  const world = { ...recommendationsWorld(dynamo), newId: () => derivedId("bob") };
  await publisher({ ...world, newId: () => derivedId("carol") }).added("carol");
  return {
    create(key, death) {
      const living = invocation(dynamo, death);
      return living.answer(() => dyingPublisher(world, living).add("bob", {}, { "idempotency-key": key }));
    },
    settle: () => reconciled(world),
    outcome: () => stateOf(world),
  };
}

describeKilledCreation({
  before: "the site is new",
  start: creatingWorld,
  status: 201,
  calls: 14,
  // Two hundred pairs of killed calls, each with its own tables, would take too long.
  twice: false,
});

type Act = (publisher: ReturnType<typeof dyingPublisher>, id: string) => Promise<HttpAnswer>;

const BOB = "https://bob.example/";
const ROBERT = "https://robert.example/";

/** The request, the number of its calls, its answer, and the sites to notify. */
const changes: [string, Act, number, number, string[]][] = [
  ["an edit", (olga, id) => olga.put(id, { title: "Robert", url: ROBERT }), 15, 200, [BOB, ROBERT]],
  ["a delete", (olga, id) => olga.remove(id), 12, 204, [BOB]],
];

describe.each(changes)("the function killed in %s", (_what, act, calls, status, told) => {
  const running: TestDynamo[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((dynamo) => dynamo.close()));
  });

  async function underFire(death: Death | null) {
    const dynamo = await startDynamo();
    running.push(dynamo);
    const world = recommendationsWorld(dynamo);
    const { id } = await publisher(world).added("bob");
    for (const delivery of await world.deliveries.list(id)) {
      await world.deliveries.finish(delivery, "sent", { endpoint: BOB, statusCode: 202, code: null, at: START });
    }
    world.webmentionSendQueue.sent.length = 0;
    const living = invocation(dynamo, death);
    const answer = await living.answer(() => act(dyingPublisher(world, living), id));
    return { world, id, answer };
  }

  let once: Promise<unknown> | undefined;
  const undisturbed = () => {
    once ??= underFire(null).then(({ world }) => stateOf(world));
    return once;
  };

  it("makes exactly the calls at which it is killed", async () => {
    expect((await underFire({ call: calls, moment: "before" })).answer).toBe("dead");
    expect((await underFire({ call: calls + 1, moment: "before" })).answer).toMatchObject({ status });
  });

  const deaths = (["before", "after"] as const).flatMap((moment) =>
    Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment })),
  );

  it.each(deaths)(
    "$moment call $call: after reconcile document and table agree, and the sites are notified",
    async (death) => {
      const { world } = await underFire(death);
      const before = urlsOf(await world.directory.read());
      await reconciled(world);
      const state = await stateOf(world);
      expect(state.document).toEqual(before);
      expect(state.rows.map(({ url }) => url)).toEqual(before);
      expect(state.open).toBe(0);
      // If the change was made, its sites are notified.
      expect(state.told).toEqual(before[0] === BOB ? [] : told);
    },
  );

  it.each(deaths)("$moment call $call, then sent again: has the result of an uninterrupted request", async (death) => {
    const { world, id } = await underFire(death);
    const again = await act(publisher(world), id);
    // A deleted recommendation does not exist for the second request.
    expect([status, 404]).toContain(again.status);
    await reconciled(world);
    expect(await stateOf(world)).toEqual(await undisturbed());
  });
});
