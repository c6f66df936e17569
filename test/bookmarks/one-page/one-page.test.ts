import { expect, it } from "vitest";
import type { Pair } from "./is-one-page.ts";
import { isOnePage } from "./is-one-page.ts";
import { OTHER_CANONICALS } from "./other-canonicals.ts";
import { OTHER_PAGES } from "./other-pages.ts";
import { SAME_PAGES } from "./same-pages.ts";

async function judged(pairs: readonly Pair[], wanted: boolean): Promise<readonly string[]> {
  const known = await Promise.all(pairs.map(isOnePage));
  return pairs.flatMap(([why, , other], index) => (known[index] === wanted ? [] : [`${why}: ${other}`]));
}

it("a hundred pairs of addresses of one page are recognized", async () => {
  expect(SAME_PAGES).toHaveLength(100);
  expect(await judged(SAME_PAGES, true)).toEqual([]);
});

it("a hundred pairs that only look like one page are kept apart", async () => {
  const others = [...OTHER_PAGES, ...OTHER_CANONICALS];
  expect(others).toHaveLength(100);
  expect(await judged(others, false)).toEqual([]);
});
