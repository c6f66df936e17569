import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { load } from "../load.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";

const SITES = 50;
/** At the API's limit of 50 requests a second: 12 seconds, or the whole minute in which no click is aggregated. */
const FRESH = load(3_000, 600);
const FRESH_EVERY_MS = 20;

capturedLog();
publisherOfEachTest();

it("reads two items for each second of fresh clicks, in one query beside the tally", async () => {
  const ids: string[] = [];
  for (let site = 0; site < SITES; site += 1) ids.push((await olga.added(`site-${site}`)).id);
  const { to } = await world.events.tally();
  const tallied = new Map(ids.map((id) => [id, { clicks: 2_000, subscribers: 10 }]));
  await world.events.replaceTally(to, { to: world.clock.now().toISOString(), counts: tallied });
  for (let click = 0; click < FRESH; click += 1) {
    const at = world.clock.now();
    const recommendationId = ids[click % SITES] ?? "";
    await world.events.save({ id: derivedId(`${click}`), recommendationId, kind: "clicked", memberId: null, at }, at);
    world.clock.forward(FRESH_EVERY_MS);
  }

  dynamo.consumed.length = 0;
  const { body } = await olga.list({ limit: "50", include: "count.clicks,count.subscribers", order: "count.clicks" });
  const counted = new Set(body.recommendations.map((row: { count: unknown }) => JSON.stringify(row.count)));
  expect([...counted]).toEqual([JSON.stringify({ clicks: 2_000 + FRESH / SITES, subscribers: 10 })]);
  const read = dynamo.consumed.map(({ command, units }) => `${command} ${units}`).sort();
  // The tally, the directory, the recommendations, and the clicks: 56 bytes each, 4 KB a unit.
  expect(read).toEqual(["GetItemCommand 1", "GetItemCommand 2", "QueryCommand 3", `QueryCommand ${load(41, 9)}`]);
  const { Items = [] } = await dynamo.client.send(
    new QueryCommand({
      TableName: "recommendations",
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": "events" },
    }),
  );
  expect(Items).toHaveLength((FRESH * FRESH_EVERY_MS * 2) / 1_000);
});
