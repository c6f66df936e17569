import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { jsonAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import type { HostileProxy } from "./hostile-proxy.ts";
import { startHostileProxy } from "./hostile-proxy.ts";

const REQUESTS = 400;

let site: SimulatedSite;
let proxies: HostileProxy[];
beforeEach(async () => {
  proxies = [];
  site = await startSimulatedSite(({ body, path, query }) => jsonAnswer(201, { body, path, q: query.get("q") }));
});
afterEach(async () => {
  for (const proxy of proxies) await proxy.close();
  await site.close();
});

async function hostile(seed: number): Promise<HostileProxy> {
  const proxy = await startHostileProxy(site.origin, seed);
  proxies.push(proxy);
  return proxy;
}

/** Sends one request after another; the status of each response, null without one. */
async function statuses(proxy: HostileProxy, count: number): Promise<(number | null)[]> {
  const seen: (number | null)[] = [];
  for (let number = 0; number < count; number += 1) {
    const sent = fetch(`${proxy.origin}/things?q=1`, { method: "POST", body: String(number) });
    seen.push(
      await sent.then(
        async (response) => {
          expect(await response.json()).toEqual({ body: String(number), path: "/things", q: "1" });
          return response.status;
        },
        () => null,
      ),
    );
  }
  return seen;
}

describe("startHostileProxy", () => {
  it("drops, doubles and delays the configured share of requests", async () => {
    const proxy = await hostile(1);
    const seen = await statuses(proxy, REQUESTS);
    const count = (fate: string) => proxy.fates.filter((each) => each === fate).length;
    for (const fate of ["dropped_before", "dropped_after", "duplicated"]) {
      expect(count(fate) / REQUESTS, fate).toBeGreaterThan(0.06);
      expect(count(fate) / REQUESTS, fate).toBeLessThan(0.14);
    }
    expect(proxy.fates).toHaveLength(REQUESTS);
    for (const [number, fate] of proxy.fates.entries()) {
      const answered = fate === "delayed" || fate === "duplicated";
      expect(seen[number], `${number} ${fate}`).toBe(answered ? 201 : null);
      const arrived = site.requests(({ body }) => body === String(number)).length;
      expect(arrived, `${number} ${fate}`).toBe(
        { dropped_before: 0, dropped_after: 1, duplicated: 2, delayed: 1 }[fate],
      );
    }
  });

  it("does the same with the same seed, and differs with another", async () => {
    const fates: string[] = [];
    for (const seed of [7, 7, 8]) {
      const proxy = await hostile(seed);
      await statuses(proxy, 40);
      fates.push(proxy.fates.join());
    }
    expect(fates[0]).toBe(fates[1]);
    expect(fates[0]).not.toBe(fates[2]);
  });

  it("loses the connection when the origin does not respond", async () => {
    const proxy = await hostile(3);
    await site.close();
    expect(new Set(await statuses(proxy, 10))).toEqual(new Set([null]));
    site = await startSimulatedSite(() => jsonAnswer(200, null));
  });
});
