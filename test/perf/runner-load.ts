import { setTimeout as pause } from "node:timers/promises";
import type { Memory } from "../resident-memory.ts";
import { bareSaves } from "./bare-save.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import type { LoadedRunner, Slice } from "./loaded-runner.ts";
import { accepted, saveDeck, savePage, slice, withLoadedRunner } from "./loaded-runner.ts";

const SLICE_MS = 6_000;
const ROUNDS = 3;
const MIXED_MS = 30_000;
const REST_MS = 60_000;
const MOST_MB = 600;
/** Reads of every function that has an API. */
const READS = [
  "/v1/stocks",
  "/v1/bookmarks",
  "/v1/jobs",
  "/v1/products",
  "/v1/recommendations",
  "/v1/notices",
  "/v1/changes",
  "/v1/ops/queues",
  "/v1/health",
];

/** Ten clients on the local runner beside its own workers: the memory, and creating against bare calls of the SDK. */
export async function runnerLoad(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const scale of [1, 0.01]) {
    figures.push(
      ...(await withLoadedRunner(scale, async (runner) => {
        const start = runner.memory();
        const creating = scale === 1 ? await creates(runner) : [];
        await slice(runner, MIXED_MS, mixed(runner));
        const loaded = runner.memory();
        await pause(REST_MS);
        return [...creating, ...memoryFigures(`waits scaled by ${scale}`, start, loaded, runner.memory())];
      })),
    );
  }
  return figures;
}

function memoryFigures(name: string, start: Memory, { peak }: Memory, rested: Memory): Figure[] {
  const figure = { unit: "MB" as const, name: `runner's memory, ${name}` };
  return [
    { ...figure, name: `${figure.name}: peak`, ours: peak, against: "the limit", theirs: MOST_MB, aim: 1 },
    {
      ...figure,
      name: `${figure.name}: after a rest`,
      ours: rested.now,
      against: "at start",
      theirs: start.now,
      aim: 1.5,
    },
  ];
}

/** Creating stocks by the API, against the same calls by the SDK; both cause the same work of the worker. */
async function creates(runner: LoadedRunner): Promise<Figure[]> {
  const bare = bareSaves(runner);
  const times = await interleaved<"api" | "bare", Slice>(ROUNDS, {
    api: () => slice(runner, SLICE_MS, (client) => saveDeck(runner, client)),
    bare: () => slice(runner, SLICE_MS, bare),
  });
  const of = (samples: readonly Slice[], field: keyof Slice) => 100 * median(samples.map((each) => each[field]));
  const figure = { unit: "ms" as const, against: "the same calls by the SDK" };
  return [
    {
      ...figure,
      name: "100 stocks, ten clients",
      ours: of(times.api, "each"),
      theirs: of(times.bare, "each"),
      aim: 2.5,
    },
    {
      ...figure,
      // The clients of the SDK leave most fetches waiting; those of the API leave none.
      name: "100 stocks and their fetches, ten clients",
      ours: of(times.api, "doneEach"),
      theirs: of(times.bare, "doneEach"),
      aim: 2.5,
    },
    {
      ...figure,
      name: "100 stocks and their fetches, processor time",
      ours: of(times.api, "cpuEach"),
      theirs: of(times.bare, "cpuEach"),
    },
  ];
}

/** Creates, reads of every feature, and each schedule now and then: every function runs. */
function mixed(runner: LoadedRunner): (client: number) => Promise<unknown> {
  const { admin, outputs } = runner;
  let turn = 0;
  return async (client) => {
    turn += 1;
    const own = turn;
    const nth = <T>(list: readonly T[], number: number) => list[number % list.length];
    if (own % 40 === 0) return admin.callOnce("POST", `/_local/schedules/${nth(outputs.schedules, own / 40)}/run`);
    if (own % 2 === 0) return accepted(await admin.callOnce("GET", String(nth(READS, own / 2))));
    return own % 4 === 1 ? saveDeck(runner, client) : savePage(runner, client);
  };
}

if (import.meta.main) printFigures(await runnerLoad());
