import { expect, it } from "vitest";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import type { SiteRequest } from "../../../lib/local/sites/simulated-site.ts";
import { SpawnedRunner } from "../spawned-runner.ts";
import { temporaryFolder } from "../system.ts";
import { until } from "../until.ts";
import { MercariSystem, Prices } from "./mercari-system.ts";

/** The number of listings of the site: two pages. */
const LISTINGS = 130;

it("a crawl that was killed is done again after the next start, and stores each listing once", async () => {
  const site = await startMercariSite({ items: LISTINGS });
  const folder = temporaryFolder();
  const runner = await SpawnedRunner.start({ dataFolder: folder.path, egressMap: site.egressMap });
  let next: MercariSystem | undefined;
  try {
    const secondPage = ({ query }: SiteRequest) => query.get("page_token") === "v1:1";
    // It never arrives.
    site.fault(secondPage, { kind: "slow_headers", ms: 600_000 }, 1);
    const before = new Prices(runner.outputs);
    const id = await before.product("killed");
    await before.hourly(id);
    await until(
      "the second page is requested",
      () => site.requests(secondPage),
      ({ length }) => length > 0,
    );
    await runner.end("SIGKILL");

    const system = await MercariSystem.start({ dataFolder: folder.path, egressMap: site.egressMap });
    next = system;
    const runs = await until(
      "a crawl is over",
      () => system.runs(id),
      ({ length }) => length > 0,
    );
    // The first run: on a busy machine the next hour's may have followed by now, and has found nothing new.
    expect(runs.at(-1)).toMatchObject({ outcome: "items", complete: true, upserted: LISTINGS, unchanged: 0 });
    const stored = (await system.results(id)).map(({ external_id }) => external_id);
    expect(stored.toSorted()).toEqual(
      site
        .items()
        .map((item) => item.id)
        .toSorted(),
    );
    expect([runner.stdout, runner.stderr, ...system.log].filter((line) => /AccessDenied/.test(line))).toEqual([]);
  } finally {
    await runner.end("SIGKILL");
    await next?.close();
    await site.close();
    folder.remove();
  }
});
