import { expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";

const SITES = 12;

capturedLog();
publisherOfEachTest();

const units = () => dynamo.consumed.reduce((sum, request) => sum + (request.units ?? Number.NaN), 0);

it("counts in a unit of the list, and a click in four, however many clicks there are", async () => {
  const ids: string[] = [];
  for (let site = 0; site < SITES; site += 1) ids.push((await olga.added(`site-${site}`)).id);
  for (const id of ids) {
    await world.readerCounts.addSubscriber(id, "mia", "request-1");
    for (let click = 0; click < 3; click += 1) await world.readerCounts.addClick(id);
  }

  const list = async (query: Record<string, string>) => {
    dynamo.consumed.length = 0;
    const { body } = await olga.list({ limit: "50", ...query });
    return { counts: body.recommendations.map(({ count }: { count?: object }) => count), units: units() };
  };
  const plain = await list({});
  const counted = await list({ include: "count.clicks,count.subscribers", order: "count.clicks" });
  expect(counted.counts).toEqual(Array(SITES).fill({ clicks: 3, subscribers: 1 }));
  expect(counted.units - plain.units).toBeLessThanOrEqual(1);

  dynamo.consumed.length = 0;
  await olga.click(ids[0] ?? "");
  expect(units()).toBeLessThanOrEqual(4);
});
