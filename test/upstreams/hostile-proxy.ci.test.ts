import { afterAll, beforeAll, expect, it } from "vitest";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { jsonAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import type { HostileProxy } from "./hostile-proxy.ts";
import { startHostileProxy } from "./hostile-proxy.ts";

const REQUESTS = 400;

let site: SimulatedSite;
let proxy: HostileProxy;
beforeAll(async () => {
  site = await startSimulatedSite(({ body, path, query }) => jsonAnswer(201, { body, path, q: query.get("q") }));
  proxy = await startHostileProxy(site.origin, 1);
});
afterAll(async () => {
  await proxy.close();
  await site.close();
});

/** Sends a request. @returns the status of the response, null without one */
async function statusOf(body: string): Promise<number | null> {
  const response = await fetch(`${proxy.origin}/things?q=1`, { method: "POST", body }).catch(() => null);
  if (response !== null) expect(await response.json()).toEqual({ body, path: "/things", q: "1" });
  return response?.status ?? null;
}

it("an unreliable network drops, doubles and delays its share of requests", async () => {
  const seen: (number | null)[] = [];
  for (let number = 0; number < REQUESTS; number += 1) seen.push(await statusOf(String(number)));
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
    expect(arrived, `${number} ${fate}`).toBe({ dropped_before: 0, dropped_after: 1, duplicated: 2, delayed: 1 }[fate]);
  }
});
