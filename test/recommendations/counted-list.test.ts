import { expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { load } from "../load.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";
import { savedEvent } from "./sample-events.ts";

const SITES = 50;
/** All within a second; at the API's limit of 50 requests a second it would be the clicks of the last minute. */
const FRESH = load(3_000, 600);
/** The list is read after so many clicks each, in different states of the batches. */
const READ_EVERY = load(150, 50);

capturedLog();
publisherOfEachTest();

it("reads a few units beside the list itself, however many clicks there are, and however fresh", async () => {
  const ids: string[] = [];
  for (let site = 0; site < SITES; site += 1) ids.push((await olga.added(`site-${site}`)).id);
  const { events } = world;
  const counts = new Map(ids.map((id) => [id, { clicks: 2_000, subscribers: 10 }]));
  await events.replaceTally(await events.tally(), { batch: 0, counts });

  const fresh = new Set<number>();
  for (let click = 1; click <= FRESH; click += 1) {
    await savedEvent(world, { recommendationId: ids[click % SITES] ?? "" }, derivedId(`${click}`));
    if (click % READ_EVERY !== 0) continue;
    dynamo.consumed.length = 0;
    const { body } = await olga.list({ limit: "50", include: "count.clicks,count.subscribers", order: "count.clicks" });
    const counted = new Set(body.recommendations.map((row: { count: unknown }) => JSON.stringify(row.count)));
    expect([...counted]).toEqual([JSON.stringify({ clicks: 2_000 + click / SITES, subscribers: 10 })]);
    const read = dynamo.consumed.map(({ command, units }) => `${command} ${units}`).sort();
    // The tally, the directory, and the recommendations; and at most twelve full batches and one that is not.
    expect(read).toEqual(expect.arrayContaining(["GetItemCommand 1", "GetItemCommand 2", "QueryCommand 3"]));
    expect(read).toHaveLength(4);
    const units = dynamo.consumed.reduce((sum, each) => sum + (each.units ?? Number.NaN), 0);
    fresh.add(units - 1 - 2 - 3);
  }
  expect(Math.max(...fresh)).toBe(3);
});
