// Runs every benchmark, one after the other, and prints one table: npx node test/perf/run.ts
import { bookmarkSearch } from "./bookmark-search.ts";
import { coldStart } from "./cold-start.ts";
import { consoleLoad } from "./console.ts";
import { fanOut } from "./fan-out.ts";
import type { Figure } from "./figures.ts";
import { printFigures } from "./figures.ts";
import { listGrowth } from "./list-growth.ts";
import { mercariCrawl } from "./mercari-crawl.ts";
import { mercariRead } from "./mercari-read.ts";
import { mercariResults } from "./mercari-results.ts";
import { recommendationsList } from "./recommendations-list.ts";
import { reload } from "./reload.ts";
import { runnerCall } from "./runner-call.ts";
import { runnerLoad } from "./runner-load.ts";
import { runnerStart } from "./runner-start.ts";
import { sitePage } from "./site-page.ts";
import { synth } from "./synth.ts";
import { workerBatch } from "./worker-batch.ts";

const figures: Figure[] = [];
for (const benchmark of [
  coldStart,
  synth,
  runnerStart,
  runnerCall,
  runnerLoad,
  listGrowth,
  reload,
  mercariCrawl,
  mercariRead,
  mercariResults,
  sitePage,
  workerBatch,
  fanOut,
  recommendationsList,
  bookmarkSearch,
  consoleLoad,
]) {
  console.error(`${benchmark.name} ...`);
  figures.push(...(await benchmark()));
}
printFigures(figures);
