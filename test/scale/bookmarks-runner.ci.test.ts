import { afterAll, beforeAll, expect, it } from "vitest";
import { BACK_OFF } from "../../lambdas/bookmarks/worker.ts";
import type { SiteRequest } from "../../lib/local/sites/simulated-site.ts";
import { ferryWorld } from "../local/stories/ferry-world.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";
import { until } from "../local/until.ts";
import { localNumbersOf } from "./deployed.ts";
import type { QueueNumbers } from "./simulated-queue.ts";
import { Account, SimulatedQueue } from "./simulated-queue.ts";
import { Simulation } from "./simulation.ts";
import { fetching, seededRandom } from "./upstream.ts";

const BOOKMARKS = 12;
/** The site takes this long for each page: far longer than anything that the machine does for it. */
const PAGE_SECONDS = 5;
const ACCOUNT_CONCURRENCY = 1_000;

const ferry = ferryWorld();
let numbers: QueueNumbers;
const folder = temporaryFolder();

beforeAll(async () => {
  numbers = await localNumbersOf("bookmark-processing", folder.path);
});
afterAll(() => folder.remove());

/** How many pages, one after the other, a simulated queue takes to be drained, and how often its messages are received. */
function simulated(): { readonly waves: number; readonly receives: number } {
  const simulation = new Simulation();
  const queue = new SimulatedQueue(simulation, numbers, new Account(ACCOUNT_CONCURRENCY));
  const upstream = { seconds: PAGE_SECONDS, timeOut: PAGE_SECONDS };
  const work = fetching(simulation, upstream, BACK_OFF, seededRandom(1));
  for (let message = 0; message < BOOKMARKS; message += 1) queue.send(work);
  simulation.run();
  return { waves: Math.round(simulation.now / PAGE_SECONDS), receives: queue.receives };
}

const pageRequests = () => ferry.site.requests(({ path }) => path.startsWith("/page-"));

/** The most requests that the site was answering at once. */
function mostAtOnce(requests: readonly SiteRequest[]): number {
  const during = ({ at }: SiteRequest) =>
    requests.filter((other) => other.at <= at && at < other.at + PAGE_SECONDS * 1_000).length;
  return Math.max(...requests.map(during));
}

/** The most requests of which each began after the one before it was answered. */
function wavesOf(requests: readonly SiteRequest[]): number {
  let waves = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  for (const at of requests.map((request) => request.at).toSorted((one, other) => one - other)) {
    if (at < answeredAt) continue;
    waves += 1;
    answeredAt = at + PAGE_SECONDS * 1_000;
  }
  return waves;
}

it("a queue of the real runner is drained in as many waves as the simulation says, or in one more", async () => {
  // Not the icon, which each reading asks for, too.
  ferry.site.fault("/page-", { kind: "slow_headers", ms: PAGE_SECONDS * 1_000 });
  const user = await ferry.system.newUser();
  await Promise.all(Array.from({ length: BOOKMARKS }, (_, index) => ferry.save(user, `/page-${index}`)));
  await until(
    "every page was requested",
    () => pageRequests().length,
    (count) => count >= BOOKMARKS,
  );
  await ferry.system.queue.idle();

  const requests = pageRequests();
  const { waves, receives } = simulated();
  expect(requests).toHaveLength(receives);
  expect(mostAtOnce(requests)).toBe(numbers.maxConcurrency);
  // On a busy machine one worker may take a page more, and another one less.
  expect([waves, waves + 1]).toContain(wavesOf(requests));
});
