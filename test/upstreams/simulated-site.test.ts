import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { jsonAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";

// What the tests of readers can't tell: too large a body is refused as one that is no JSON is. The other faults show there.

let site: SimulatedSite;
beforeEach(async () => {
  site = await startSimulatedSite(() => jsonAnswer(200, null));
});
afterEach(() => site.close());

async function bodyOf(kind: "big" | "gzip_bomb", bytes: number): Promise<Buffer> {
  site.fault("/", { kind, bytes });
  const [response] = (await once(get(site.origin), "response")) as [IncomingMessage];
  return Buffer.concat(await response.toArray());
}

it("a large body has as many bytes as a test says", async () => {
  expect((await bodyOf("big", 3_000_001)).length).toBe(3_000_001);
});

it("a decompression bomb is small, and as large as a test says when it is decoded", async () => {
  const sent = await bodyOf("gzip_bomb", 2_000_000);
  expect(sent.length).toBeLessThan(20_000);
  expect(gunzipSync(sent).length).toBe(2_000_000);
});

it("closes at once, whatever it has not answered", async () => {
  // Longer than any test may take: a site that waits for it never closes.
  site.fault("/", { kind: "slow_headers", ms: 3_600_000 });
  const error = once(get(site.origin), "error").catch((caught: unknown) => [caught]);
  await expect.poll(() => site.requests().length, { interval: 2 }).toBe(1);
  await site.close();
  expect(await error).toMatchObject([{ code: "ECONNRESET" }]);
});
