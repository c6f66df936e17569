import { afterEach, describe, expect, it, vi } from "vitest";
import type { OutboundFetch, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { until } from "../local/until.ts";
import { collector } from "./books-world.ts";
import { admin, operatorOfEachTest, world } from "./operator-of-tests.ts";
import { googleOf } from "./work/google-of-tests.ts";

const SECOND = 1_000;
/** The interval of lease renewals. */
const RENEWED_EVERY_MS = 15 * SECOND;

capturedLog();
operatorOfEachTest();
afterEach(() => vi.useRealTimers());

/** A Google that answers when the test lets it. */
function heldBack(fetch: OutboundFetch) {
  const requested = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const held = async (request: Parameters<OutboundFetch>[0]): Promise<OutboundResponse> => {
    const response = await fetch(request);
    requested.resolve();
    await open.promise;
    return response;
  };
  return { fetch: held, isRequested: requested.promise, answer: () => open.resolve() };
}

/** A worker in the middle of its first fetch, and another one that may receive the same message. */
async function workerInFetch(maxPerRun: number) {
  // Ten full pages.
  const { fetch, requested } = googleOf(400);
  const google = heldBack(fetch);
  await admin.create("job", { max_per_run: maxPerRun });
  const message = await admin.requestRun("job");
  const working = collector(world, google.fetch).receive(message);
  await google.isRequested;
  return { google, requested, message, working, second: collector(world, fetch) };
}

describe("the lease of a run", () => {
  const leaseUntil = async () => Date.parse((await world.jobs.get("job"))?.active?.lease?.until ?? "");

  it("is renewed as long as its holder works, also during one long fetch", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { google, requested, message, working, second } = await workerInFetch(40);
    for (let renewals = 0; renewals < 10; renewals += 1) {
      world.clock.forward(RENEWED_EVERY_MS);
      vi.advanceTimersByTime(RENEWED_EVERY_MS);
      await until("the lease is renewed", leaseUntil, (end) => end === world.clock.now().getTime() + MINUTE);
      expect(await second.receive(message, 2)).toBe(false);
    }
    google.answer();
    expect(await working).toBe(true);
    expect(requested).toEqual([0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is kept when the receives of another worker's message are used up meanwhile", async () => {
    const { google, requested, message, working, second } = await workerInFetch(40);
    expect(await second.receive(message, 2)).toBe(false);
    // Its receives are used up, but a worker holds the run's lease: the message is deleted, the run continues.
    expect(await second.receive(message, 4)).toBe(true);
    expect(await admin.runs("job")).toMatchObject([{ status: "running" }]);
    google.answer();
    expect(await working).toBe(true);
    expect(await admin.runs("job")).toMatchObject([{ stop_reason: "max_per_run", collected: 40 }]);
    expect(requested).toEqual([0]);
  });
});
