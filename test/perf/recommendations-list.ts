import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { aggregateEvents } from "../../lambdas/recommendations/work/reader-counts.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { at } from "../emulators/test-clock.ts";
import { publisher, recommendationsWorld } from "../recommendations/recommendations-world.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";

const EVENTS = 100_000;
/** Clicks that are counted one by one: the API's 50 requests a second during the minute in which nothing is aggregated. */
const FRESH = 3_000;
const SITES = 50;
const ROUNDS = 9;
/** DynamoDB's limit. */
const BATCH = 25;

/** A page of the list with its counts, ordered by them, over 100,000 clicks, compared with the same page without counts. */
export async function recommendationsList(): Promise<readonly Figure[]> {
  const dynamo = await startDynamo();
  const { stdout } = process;
  const { write } = stdout;
  // The function's own log lines, one for each request, are not measured.
  stdout.write = () => true;
  try {
    const world = recommendationsWorld(dynamo);
    const olga = publisher(world);
    const ids: string[] = [];
    for (let site = 0; site < SITES; site += 1) ids.push((await olga.added(`site-${site}`)).id);
    const put = async (events: number, from: number) => {
      for (let start = 0; start < events; start += BATCH) {
        const items = Array.from({ length: Math.min(BATCH, events - start) }, (_, place) => {
          const time = at(from + start + place).toISOString();
          const id = ids[(start + place) % SITES];
          return { pk: "events", sk: `${time}#event-${from + start + place}`, recommendation_id: id, kind: "clicked" };
        });
        const requests = items.map((Item) => ({ PutRequest: { Item } }));
        await dynamo.client.send(new BatchWriteCommand({ RequestItems: { recommendations: requests } }));
      }
    };
    await put(EVENTS, 0);
    world.clock.forward(EVENTS + 60_001);
    await aggregateEvents(world);
    await put(FRESH, EVENTS + 60_001);

    const list = async (query: Record<string, string>) => {
      const begin = performance.now();
      const { status } = await olga.anybody({ route: "GET /v1/recommendations", query: { limit: "50", ...query } });
      if (status !== 200) throw new Error(`The list was answered ${status}`);
      return performance.now() - begin;
    };
    const times = await interleaved(ROUNDS, {
      counted: () => list({ include: "count.clicks,count.subscribers", order: "count.clicks desc" }),
      plain: () => list({}),
    });
    return [
      {
        name: "50 recommendations with their counts, over 100,000 clicks and 3,000 of the last minute",
        unit: "ms",
        ours: median(times.counted),
        against: "the list without counts",
        theirs: median(times.plain),
      },
    ];
  } finally {
    stdout.write = write;
    await dynamo.close();
  }
}

if (import.meta.main) printFigures(await recommendationsList());
