import { startDynamo } from "../emulators/dynamo.ts";
import { publisher, recommendationsWorld } from "../recommendations/recommendations-world.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { withoutLog } from "./without-log.ts";

const SITES = 50;
const ROUNDS = 15;

/** A page of the list with its counts, ordered by them, compared with the same page without counts. */
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
    for (const id of ids) await world.readerCounts.addClick(id);

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
      counted: () => list(query, 1),
      plain: () => list({}, undefined),
    });
    return [
      {
        name: "50 recommendations with their counts",
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
