import { join } from "node:path";
import { buildBundles } from "../../lib/bundles.ts";
import type { ColdStart } from "./cold-start-child.ts";
import { WHOLE_CORE_MB } from "./cpu-share.ts";
import { createStocks, invoked, startStockServices } from "./create-stock.ts";
import { median } from "./figures.ts";
import { inTemporaryFolder } from "./processes.ts";

const MEMORIES = [256, 512, 1_024, WHOLE_CORE_MB];
const ROUNDS = 7;
/** Invocations after the first one; the second half of them is measured. */
const LATER = 60;

/** Prices of us-east-1 on arm64 in dollars (docs/cost.md). */
const PER_GIGABYTE_SECOND = 0.000_013_333_4;
const PER_MILLION_REQUESTS = 0.2;

/** The part of an invocation that is no work of the processor, in milliseconds. */
const WAITING_MS = {
  /** Two calls of AWS in the same region. */
  api: 10,
  /** A site's answer. */
  worker: 500,
};

/**
 * Measures the CPU time of a request and of the readers of the workers, and prints how long an invocation takes with the
 * share of a core that each memory has, and what a million of them cost. CPU time is the same with every share, so that no
 * process needs to be limited. Not a part of `run.ts`, since it has no peer: npx node test/perf/memory.ts
 */
async function memories(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await buildBundles(folder);
    const services = await startStockServices(join(folder, "services"));
    const run = { env: services.env, later: LATER };
    const again = Array.from({ length: 1 + LATER }, () => ({}));
    const reader = async (file: string) =>
      (await invoked(join(import.meta.dirname, file), again, { env: services.env })).measured;
    try {
      console.log("| work | memory | first, ms | later, ms | $ a million |");
      await print("create a stock", WAITING_MS.api, (round) =>
        createStocks("memory", join(folder, "slides-api/index.mjs"), String(round), run),
      );
      await print("read an article of 110 KB", WAITING_MS.worker, () => reader("read-article.ts"));
      await print("read a search page of 270 KB", WAITING_MS.worker, () => reader("read-search-page.ts"));
    } finally {
      await services.close();
    }
  });
}

async function print(work: string, waitingMs: number, run: (round: number) => Promise<ColdStart>): Promise<void> {
  const samples: ColdStart[] = [];
  for (let round = 0; round < ROUNDS; round += 1) samples.push(await run(round));
  const first = median(samples.map(({ firstRequest }) => firstRequest.cpu));
  const later = median(samples.map(({ laterRequest }) => laterRequest?.cpu ?? Number.NaN));
  for (const memory of MEMORIES) {
    const time = (cpu: number) => waitingMs + (cpu * WHOLE_CORE_MB) / memory;
    const price = PER_MILLION_REQUESTS + time(later) * 1_000 * (memory / 1_024) * PER_GIGABYTE_SECOND;
    console.log(
      `| ${work} | ${memory} | ${Math.round(time(first))} | ${Math.round(time(later))} | ${price.toFixed(2)} |`,
    );
  }
}

if (import.meta.main) await memories();
