import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildBundles } from "../../lib/bundles.ts";
import type { ColdStart, Spent } from "./cold-start-child.ts";
import { CpuShare } from "./cpu-share.ts";
import type { StockServices } from "./create-stock.ts";
import { createStocks, startStockServices } from "./create-stock.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import type { PeerBundles } from "./peers/bundles.ts";
import { buildPeers } from "./peers/bundles.ts";
import { installPeers } from "./peers.ts";
import { inTemporaryFolder } from "./processes.ts";

const ROUNDS = 13;
/** Requests after the first one, for a warm function. */
const LATER = 100;
/** The memory of the functions with the smallest share of a core. */
const SMALL_MB = 256;

type Peer = keyof PeerBundles;
type Variant = "magpie" | Peer;

const NAMES: Readonly<Record<Peer, string>> = {
  powertools: "Powertools, NodejsFunction's bundling, SDK outside",
  powertoolsLikeOurs: "Powertools, our bundling",
  express: "Express, import { z }, our bundling",
  expressMini: "Express, our zod, our bundling",
  bare: "two bare clients, our bundling",
};

/** The largest acceptable ratios to a peer; without one the figure is printed alone. */
type Aims = Readonly<Partial<Record<Peer, number>>>;

type Measure = (sample: ColdStart) => number;

const wall = ({ importing, firstRequest }: ColdStart) => importing.wall + firstRequest.wall;
const firstRequest =
  (of: keyof Spent): Measure =>
  (sample) =>
    sample.firstRequest[of];

/** The size of the function that creates stocks, its cold start, and its warm requests, against its peers. */
export async function coldStart(): Promise<readonly Figure[]> {
  await installPeers();
  return inTemporaryFolder(async (folder) => {
    await buildBundles(folder);
    const bundles = { magpie: join(folder, "slides-api/index.mjs"), ...(await buildPeers()) };
    const services = await startStockServices(join(folder, "services"));
    try {
      return [...sizes(bundles), ...(await atFullSpeed(bundles, services)), ...(await atShare(bundles, services))];
    } finally {
      await services.close();
    }
  });
}

function sizes(bundles: Readonly<Record<Variant, string>>): readonly Figure[] {
  const { magpie, ...peers } = bundles;
  const aims: Aims = { powertools: 0.7, express: 0.6, expressMini: 0.6 };
  return Object.entries(peers).map(([peer, bundle]) => ({
    name: "bundle size",
    unit: "KB",
    ours: kilobytes(magpie),
    against: NAMES[peer as Peer],
    theirs: kilobytes(bundle),
    aim: aims[peer as Peer],
  }));
}

async function atFullSpeed(bundles: Readonly<Record<Variant, string>>, services: StockServices) {
  const samples = await measured(bundles, "full", { env: services.env });
  const figures = figuresOf(samples);
  const warm = await measured({ magpie: bundles.magpie, bare: bundles.bare }, "warm", {
    env: services.env,
    later: LATER,
  });
  return [
    ...figures("cold start, full speed: import + first 201", wall, {
      powertools: 0.7,
      powertoolsLikeOurs: 0.9,
      express: 0.8,
      expressMini: 0.8,
      bare: 1.25,
    }),
    ...figures("cold start, full speed: first 201 alone", firstRequest("wall"), {}),
    ...figuresOf(warm)("warm 201, CPU time", ({ laterRequest }) => laterRequest?.cpu ?? Number.NaN, { bare: 1.25 }),
  ];
}

/** As Lambda runs a small function: the import at full speed, the first request with the function's share of a core. */
async function atShare(bundles: Readonly<Record<Variant, string>>, services: StockServices) {
  const share = CpuShare.open(SMALL_MB);
  const { magpie, powertoolsLikeOurs, bare } = bundles;
  try {
    const samples = await measured({ magpie, powertoolsLikeOurs, bare }, "share", { env: services.env, share });
    const figures = figuresOf(samples);
    const same = { powertoolsLikeOurs: 0.6, bare: 0.6 };
    const cpu = figures("cold start: first 201, CPU time", firstRequest("cpu"), same);
    if (share === undefined) {
      console.error("This machine has no control group to limit a process: no figures of a share of a core.");
      return cpu;
    }
    const at = `cold start, ${SMALL_MB} MB`;
    return [
      ...cpu,
      ...figures(`${at}: first 201 alone`, firstRequest("wall"), same),
      ...figures(`${at}: import + first 201`, wall, { powertoolsLikeOurs: 0.6, bare: 0.8 }),
    ];
  } finally {
    share?.close();
  }
}

/** @param series tells the stocks of several measurements apart */
function measured<V extends Variant>(
  bundles: Readonly<Record<V, string>>,
  series: string,
  run: Parameters<typeof createStocks>[3],
): Promise<Record<V, ColdStart[]>> {
  const variants = (Object.keys(bundles) as V[]).map((variant) => {
    return [variant, (round: number) => createStocks(variant, bundles[variant], `${series}-${round}`, run)] as const;
  });
  return interleaved(ROUNDS, Object.fromEntries(variants) as Record<V, (round: number) => Promise<ColdStart>>);
}

function figuresOf(samples: Readonly<Partial<Record<Variant, ColdStart[]>>>) {
  const { magpie = [], ...peers } = samples;
  return (name: string, measure: Measure, aims: Aims): readonly Figure[] =>
    Object.entries(peers).map(([peer, theirs]) => ({
      name,
      unit: "ms",
      ours: median(magpie.map(measure)),
      against: NAMES[peer as Peer],
      theirs: median(theirs.map(measure)),
      aim: aims[peer as Peer],
    }));
}

/** The size of a bundle's code, without its source maps. */
function kilobytes(module: string): number {
  const folder = dirname(module);
  const files = readdirSync(folder).flatMap((name) => (name.endsWith(".map") ? [] : [join(folder, name)]));
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1_000;
}

if (import.meta.main) printFigures(await coldStart());
