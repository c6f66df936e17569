import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import type { CollectMessage } from "../../lambdas/books/work/request-run.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { Death, Invocation } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { GoogleBooksSite } from "../upstreams/google-books-site.ts";
import { startGoogleBooksSite } from "../upstreams/google-books-site.ts";
import type { BooksWorld, Operator } from "./books-world.ts";
import { API_KEY, booksWorld, collector, fetchFrom, MAX_RECEIVES, operator } from "./books-world.ts";

/** Google's own page size in this file, so that three pages have few calls at which to kill the worker. */
const PAGE = 2;
/** The time of a lease, and a little more. */
const LEASE_OVER_MS = MINUTE + 1;

capturedLog();
let site: GoogleBooksSite;
const running: TestDynamo[] = [];

beforeAll(async () => {
  site = await startGoogleBooksSite({ volumes: 5, apiKey: API_KEY });
  site.totals("exact");
});
afterAll(() => site.close());
afterEach(async () => {
  await Promise.all(running.splice(0).map((dynamo) => dynamo.close()));
});

/** A Google that returns fewer volumes than requested. */
const google: OutboundFetch = (request) => {
  const url = new URL(request.url);
  const requested = Number(url.searchParams.get("maxResults"));
  url.searchParams.set("maxResults", String(Math.min(requested, PAGE)));
  return fetchFrom(site)({ ...request, url });
};

interface UnderFire {
  readonly world: BooksWorld;
  readonly admin: Operator;
  /**
   * Receives a message in an invocation that is killed at a call. @returns whether SQS deletes it; "dead" if the invocation
   * was killed
   */
  receive(message: CollectMessage, receiveCount: number, death: Death | null): Promise<boolean | "dead">;
  reconcile(): Promise<unknown>;
}

/** A fetch that counts among an invocation's calls. */
function mortal({ outside }: Invocation): OutboundFetch {
  return (request) => outside(() => google(request));
}

async function underFire(maxPerRun: number): Promise<UnderFire> {
  const dynamo = await startDynamo();
  running.push(dynamo);
  const world = booksWorld(dynamo);
  const admin = operator(world);
  await admin.create("job", { max_per_run: maxPerRun });
  return {
    world,
    admin,
    receive(message, receiveCount, death) {
      const living = invocation(dynamo, death);
      const { jobs, runs, books, quota } = booksWorld(living);
      const worker = collector(world, mortal(living), { jobs, runs, books, quota });
      return living.answer(() => worker.receive(message, receiveCount));
    },
    reconcile: () => reconcile([reconcilableRuns(world, world.collectQueue)], "run-1", world.clock),
  };
}

/** The final state of a job, without its times. */
async function outcome({ admin }: UnderFire) {
  const books = (await admin.books()).map(({ first_seen_at: _at, ...book }) => book);
  const cursors = (await admin.cursors("job")).map(({ last_updated_at: _at, ...cursor }) => cursor);
  const runs = (await admin.runs("job")).map(({ id: _id, started_at: _start, finished_at: _end, stored, ...run }) => ({
    ...run,
    // Books that a worker stored just before it was killed count as new for no later worker.
    stored: stored > 0,
  }));
  return { books: books.sort((one, other) => one.id.localeCompare(other.id)), cursors, runs };
}

function deaths(calls: number): Death[] {
  return (["before", "after"] as const).flatMap((moment) =>
    Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment })),
  );
}

describe.each([
  { what: "to the end of the results", maxPerRun: 80, pages: ["0", "2", "4"], calls: 21 },
  { what: "until it has its fill", maxPerRun: 3, pages: ["0", "2"], calls: 15 },
])("a worker that is killed in a run $what", ({ maxPerRun, pages, calls }) => {
  const requested = () => site.requests().map(({ query }) => query.get("startIndex"));

  async function undisturbedRun() {
    const fired = await underFire(maxPerRun);
    site.clearRequests();
    expect(await fired.receive(await fired.admin.requestRun("job"), 1, null)).toBe(true);
    expect(requested()).toEqual(pages);
    return outcome(fired);
  }

  let once: ReturnType<typeof undisturbedRun> | undefined;
  const undisturbed = () => {
    once ??= undisturbedRun();
    return once;
  };

  /** Every page was requested, in order, and twice only the one at which the worker was killed. */
  function expectNoPageTooOften(): void {
    const seen = requested();
    expect([...new Set(seen)]).toEqual(pages);
    expect(seen.length).toBeLessThanOrEqual(pages.length + 1);
  }

  it("makes exactly the calls at which it is killed", async () => {
    const receive = async (call: number) => {
      const fired = await underFire(maxPerRun);
      return fired.receive(await fired.admin.requestRun("job"), 1, { call, moment: "before" });
    };
    expect(await receive(calls)).toBe("dead");
    expect(await receive(calls + 1)).toBe(true);
  });

  it.each(deaths(calls))("$moment call $call: the next receive leads to the same state", async (death) => {
    const expected = await undisturbed();
    const fired = await underFire(maxPerRun);
    const message = await fired.admin.requestRun("job");
    site.clearRequests();
    expect(await fired.receive(message, 1, death)).toBe("dead");
    fired.world.clock.forward(LEASE_OVER_MS);
    expect(await fired.receive(message, 2, null)).toBe(true);
    expect(await outcome(fired)).toEqual(expected);
    expectNoPageTooOften();
  });

  // The state before a call equals the state after the previous one.
  const after = deaths(calls).filter(({ moment }) => moment === "after");

  it.each(after)("$moment call $call, with its message lost: reconcile leads to the same state", async (death) => {
    const expected = await undisturbed();
    const fired = await underFire(maxPerRun);
    const message = await fired.admin.requestRun("job");
    fired.world.collectQueue.sent.length = 0;
    site.clearRequests();
    expect(await fired.receive(message, 1, death)).toBe("dead");
    fired.world.clock.forward(12 * MINUTE);
    await fired.reconcile();
    for (const { message: again } of fired.world.collectQueue.sent) await fired.receive(again, 1, null);
    expect(await outcome(fired)).toEqual(expected);
    expectNoPageTooOften();
    // The first message arrives after all.
    expect(await fired.receive(message, 2, null)).toBe(true);
    expect(await outcome(fired)).toEqual(expected);
    expectNoPageTooOften();
  });
});

describe("a worker that is killed while it gives a run up", () => {
  const calls = 3;

  it("makes exactly the calls at which it is killed", async () => {
    const receive = async (call: number) => {
      const fired = await underFire(80);
      return fired.receive(await fired.admin.requestRun("job"), MAX_RECEIVES, { call, moment: "before" });
    };
    expect(await receive(calls)).toBe("dead");
    expect(await receive(calls + 1)).toBe(false);
  });

  // The message has used up its receives, and SQS moves it to the DLQ: it is not received again.
  it.each(deaths(calls))("$moment call $call: the run ends with an error, and is listed", async (death) => {
    const fired = await underFire(80);
    const { admin, world } = fired;
    const message = await admin.requestRun("job");
    world.collectQueue.sent.length = 0;
    expect(await fired.receive(message, MAX_RECEIVES, death)).toBe("dead");
    world.clock.forward(12 * MINUTE);
    await fired.reconcile();
    // The queue also loses the messages of reconcile, until reconcile gives the run up.
    for (let minutes = 0; minutes < 200; minutes += 10) {
      world.clock.forward(10 * MINUTE);
      await fired.reconcile();
    }
    const runs = await admin.runs("job");
    expect(runs).toMatchObject([{ id: message.runId, status: "finished", error: { code: "run_given_up" } }]);
    expect((await admin.job("job")).last_run).toMatchObject({ id: message.runId, status: "finished" });
    // The next request is another run, and the one that was given up stays in the list.
    await admin.requestRun("job");
    expect((await admin.runs("job")).map(({ id, status }) => [id === message.runId, status])).toEqual([
      [false, "running"],
      [true, "finished"],
    ]);
  });
});
