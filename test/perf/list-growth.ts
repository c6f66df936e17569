import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import type { LoadedRunner } from "./loaded-runner.ts";
import { accepted, withLoadedRunner } from "./loaded-runner.ts";
import { manyBookmarks, writeBookmarks } from "./many-bookmarks.ts";

const SIZES = [100, 1_000, 10_000] as const;
/** Lists in one sample. */
const LISTS = 20;
const ROUNDS = 7;

/** The first page of a list by the local runner: of a user with many bookmarks, against one with 100. */
export async function listGrowth(): Promise<readonly Figure[]> {
  return withLoadedRunner(1, async (runner) => {
    for (const [number, size] of SIZES.entries()) {
      const bookmarks = manyBookmarks(`user-${number}`, size);
      await writeBookmarks(runner.dynamo, runner.outputs.tables.bookmarks ?? "", bookmarks);
    }
    const times = await interleaved(ROUNDS, {
      small: () => lists(runner, 0),
      middle: () => lists(runner, 1),
      large: () => lists(runner, 2),
    });
    const figure = (name: string, samples: readonly number[]): Figure => ({
      name: `${LISTS} lists of a user with ${name} bookmarks`,
      unit: "ms",
      ours: median(samples),
      against: "with 100",
      theirs: median(times.small),
      aim: 1.2,
    });
    return [figure("1,000", times.middle), figure("10,000", times.large)];
  });
}

async function lists({ users }: LoadedRunner, user: number): Promise<number> {
  const began = performance.now();
  for (let turn = 0; turn < LISTS; turn += 1) accepted(await users[user]?.call("GET", "/v1/bookmarks?limit=20"));
  return performance.now() - began;
}

if (import.meta.main) printFigures(await listGrowth());
