import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { publisher, recommendationsWorld } from "../recommendations/recommendations-world.ts";
import { savedEvent } from "../recommendations/sample-events.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { withoutLog } from "./without-log.ts";

/** Clicks in the tally. */
const TALLIED = 100_000;
/** Clicks after those: the API's 50 requests a second during the last minute. */
const FRESH = 3_000;
const FRESH_EVERY_MS = 20;
const SITES = 50;
const ROUNDS = 15;

/** A page of the list with its counts, ordered by them, over 100,000 clicks, compared with the same page without counts. */
export function recommendationsList(): Promise<readonly Figure[]> {
  return withoutLog(measured);
}

async function measured(): Promise<readonly Figure[]> {
  const dynamo = await startDynamo();
  try {
    const world = recommendationsWorld(dynamo);
    const olga = publisher(world);
    const ids: string[] = [];
    for (let site = 0; site < SITES; site += 1) ids.push((await olga.added(`site-${site}`)).id);
    const { events, clock } = world;
    const counts = new Map(ids.map((id) => [id, { clicks: TALLIED / SITES, subscribers: 0 }]));
    await events.replaceTally(await events.tally(), { batch: 0, counts });
    for (let click = 0; click < FRESH; click += 1) {
      await savedEvent(world, { recommendationId: ids[click % SITES] ?? "" }, derivedId(`${click}`));
      clock.forward(FRESH_EVERY_MS);
    }

    const list = async (query: Record<string, string>, clicks: number | undefined) => {
      const begin = performance.now();
      const { status, body } = await olga.anybody({
        route: "GET /v1/recommendations",
        query: { limit: "50", ...query },
      });
      const time = performance.now() - begin;
      if (status !== 200) throw new Error(`The list was answered ${status}`);
      const counted = body.recommendations[0].count?.clicks;
      if (counted !== clicks) throw new Error(`The list has ${counted} clicks instead of ${clicks}`);
      return time;
    };
    const query = { include: "count.clicks,count.subscribers", order: "count.clicks desc" };
    const times = await interleaved(ROUNDS, {
      counted: () => list(query, (TALLIED + FRESH) / SITES),
      plain: () => list({}, undefined),
    });
    return [
      {
        name: "50 recommendations with their counts, over 100,000 clicks and 3,000 of the last minute",
        unit: "ms",
        ours: median(times.counted),
        against: "the list without counts",
        theirs: median(times.plain),
        aim: 2.5,
      },
    ];
  } finally {
    await dynamo.close();
  }
}

if (import.meta.main) printFigures(await recommendationsList());
