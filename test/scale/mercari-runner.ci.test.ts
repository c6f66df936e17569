import { afterAll, beforeAll, expect, it } from "vitest";
import type { Product } from "../../client/answers.ts";
import { cardOf, searchDocument } from "../../lib/local/sites/mercari-pages.ts";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { MercariSystem } from "../local/stories/mercari-system.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";
import { until } from "../local/until.ts";
import { listed } from "../mercari/readers/page-answers.ts";
import { localNumbersOf } from "./deployed.ts";
import { SimulatedMercari } from "./simulated-mercari.ts";
import { Account, SimulatedQueue } from "./simulated-queue.ts";
import { Simulation } from "./simulation.ts";
import { seededRandom } from "./upstream.ts";

const PRODUCTS = 2;
const PAGES_OF_SEARCH = 3;
/** Short enough that the second crawl's reserved turns begin after the first crawl on a slow machine, too. */
const PAGE_SECONDS = 1;
const PAUSE_MS = 3_000;

let site: SimulatedSite;
let system: MercariSystem;
const folder = temporaryFolder();

beforeAll(async () => {
  site = await startSimulatedSite(({ path, query }) => {
    if (path !== "/search") return htmlAnswer(404, "");
    const page = Number(query.get("page_token") ?? 0);
    const next = page + 1 < PAGES_OF_SEARCH ? `/search?page_token=${page + 1}` : null;
    return htmlAnswer(200, searchDocument("camera", [cardOf(listed({ id: `m${10_000_000_000 + page}` }), "A")], next));
  });
  site.fault("/search", { kind: "slow_headers", ms: PAGE_SECONDS * 1_000 });
  // The pause between two pages is not scaled here: it is what is measured.
  system = await MercariSystem.start({
    dataFolder: folder.path,
    egressMap: { "jp.mercari.com": site.origin },
    timeScale: 1,
  });
});
afterAll(async () => {
  await system.close();
  await site.close();
  folder.remove();
});

/** Seconds until the last page of all crawls has arrived. */
async function simulated(): Promise<number> {
  const numbers = await localNumbersOf("mercari-crawl", folder.path);
  const simulation = new Simulation();
  const queue = new SimulatedQueue(simulation, numbers, new Account(1_000));
  const upstream = { seconds: PAGE_SECONDS, timeOut: PAGE_SECONDS };
  new SimulatedMercari(simulation, queue, { upstream, random: seededRandom(1), inQueue: true }).crawl(PRODUCTS, 0);
  simulation.run();
  return simulation.now;
}

it("crawls of the real runner request as many pages as the simulation has time for, within a fifth, and never without the pause", async () => {
  for (let product = 0; product < PRODUCTS; product += 1) {
    const body = { name: `camera ${product}`, crawl: { keyword: `camera ${product}` } };
    expect((await system.admin.call<Product>("POST", "/v1/products", body)).status).toBe(201);
  }
  expect((await system.admin.call("POST", "/_local/schedules/mercari-hourly/run")).status).toBe(200);
  const searches = () => site.requests(({ path }) => path === "/search");
  await until(
    "every product is crawled",
    () => system.log.filter((line) => line.includes('"mercari_crawled"')).length,
    (count) => count === PRODUCTS,
  );

  const times = searches().map(({ at }) => at);
  expect(times).toHaveLength(PRODUCTS * PAGES_OF_SEARCH);
  for (const [index, at] of times.slice(1).entries()) {
    expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(PAGE_SECONDS * 1_000 + PAUSE_MS);
  }
  // The second crawl has waited in the queue.
  expect(system.log.some((line) => line.includes('"host_busy"'))).toBe(true);
  const least = times.length * PAGE_SECONDS + ((times.length - 1) * PAUSE_MS) / 1_000;
  const ratio = least / (await simulated());
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThanOrEqual(1);
});
