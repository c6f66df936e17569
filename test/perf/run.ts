// Runs every benchmark, one after the other, and prints one table: npx node test/perf/run.ts
import { coldStart } from "./cold-start.ts";
import { consoleLighthouse } from "./console-lighthouse.ts";
import { consoleList } from "./console-list.ts";
import { fanOut } from "./fan-out.ts";
import type { Figure } from "./figures.ts";
import { printFigures } from "./figures.ts";
import { listGrowth } from "./list-growth.ts";
import { mercariCrawl } from "./mercari-crawl.ts";
import { mercariRead } from "./mercari-read.ts";
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
  mercariCrawl,
  mercariRead,
  sitePage,
  workerBatch,
  fanOut,
  consoleList,
  consoleLighthouse,
]) {
  console.error(`${benchmark.name} ...`);
  figures.push(...(await benchmark()));
}
printFigures(figures);
