import { expect, it } from "vitest";
import { runDueJobs } from "../../../lambdas/books/on-schedule.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { WireRun } from "../books-world.ts";
import { collector, volume, volumesAnswer } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";

const WEEK = 7 * 24 * 60 * MINUTE;
const log = capturedLog();
operatorOfEachTest();

/** A Google whose list grows at its beginning when it is ordered by newest, and at its end otherwise. */
function growingGoogle(...first: readonly string[]) {
  const published = [...first];
  const requested: string[] = [];
  let failing = false;
  const fetch: OutboundFetch = async ({ url }) => {
    const { searchParams } = new URL(url);
    const at = Number(searchParams.get("startIndex"));
    const order = searchParams.get("orderBy");
    requested.push(`${order ?? "relevance"} ${at}`);
    if (failing) return { ...volumesAnswer([]), status: 400 };
    const list = order === "newest" ? published.toReversed() : published;
    const page = list.slice(at, at + Number(searchParams.get("maxResults")));
    return volumesAnswer(
      page.map((id) => volume(id)),
      list.length,
    );
  };
  return {
    fetch,
    requested,
    publish: (...ids: readonly string[]) => published.push(...ids),
    fail: (now: boolean) => {
      failing = now;
    },
  };
}

type Google = ReturnType<typeof growingGoogle>;

/** Fires the schedule, and lets the worker execute the run. @returns the run; null when none was due */
async function scheduledRun(name: string, google: Google): Promise<WireRun | null> {
  const { length } = world.collectQueue.sent;
  await runDueJobs(world, "schedule");
  const message = world.collectQueue.sent[length]?.message;
  if (message === undefined) return null;
  await collector(world, google.fetch).receive(message);
  return (await admin.runs(name)).find(({ id }) => id === message.runId) ?? null;
}

/** A daily job with all results read. */
async function exhaustedJob(google: Google, settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await admin.create("daily", { schedule: "daily", ...settings });
  expect(await scheduledRun("daily", google)).toMatchObject({ kind: "collect", stop_reason: "exhausted" });
  google.requested.splice(0);
}

it("shows in the job that the search is exhausted, and when it is checked next", async () => {
  const google = growingGoogle("a", "b");
  await admin.create("daily", { schedule: "daily" });
  expect(await admin.job("daily")).toMatchObject({ check_for_new: true, is_exhausted: false, next_check_at: null });
  const run = await scheduledRun("daily", google);
  const next = new Date(Date.parse(String(run?.started_at)) + WEEK).toISOString();
  expect(await admin.job("daily")).toMatchObject({ is_exhausted: true, next_check_at: next });
  await admin.reset("daily");
  expect(await admin.job("daily")).toMatchObject({ is_exhausted: false, next_check_at: null });
});

it("makes no request before a week has passed, nor when an administrator runs the job", async () => {
  const google = growingGoogle("a", "b");
  await exhaustedJob(google);
  world.clock.forward((WEEK * 6) / 7);
  expect(await scheduledRun("daily", google)).toMatchObject({ stop_reason: "exhausted", collected: 0 });
  world.clock.forward(WEEK);
  const run = await admin.run("daily", collector(world, google.fetch));
  expect(run).toMatchObject({ kind: "collect", stop_reason: "exhausted", collected: 0, requests: [] });
  expect(google.requested).toEqual([]);
});

it("runs when an administrator requests it, and collects while the search is not exhausted", async () => {
  const google = growingGoogle("a", "b");
  await exhaustedJob(google);
  google.publish("new");
  expect(await admin.run("daily", collector(world, google.fetch), { kind: "check_for_new" })).toMatchObject({
    kind: "check_for_new",
    collected: 3,
    stored: 1,
    stop_reason: "exhausted",
  });
  await admin.reset("daily");
  google.requested.splice(0);
  const run = await admin.run("daily", collector(world, google.fetch), { kind: "check_for_new" });
  expect(run).toMatchObject({ kind: "collect", collected: 3, stored: 0 });
  expect(google.requested).toEqual(["relevance 0"]);
});

it("asks for the newest publications whatever order the job collects in", async () => {
  const google = growingGoogle("a", "b");
  await exhaustedJob(google, { google_books: { order_by: "relevance" } });
  google.publish("new");
  world.clock.forward(WEEK);
  expect(await scheduledRun("daily", google)).toMatchObject({ kind: "check_for_new", stored: 1 });
  expect(google.requested).toEqual(["newest 0"]);
});

it("finds new publications, newest first, up to a page of known books, once a week", async () => {
  const google = growingGoogle(...Array.from({ length: 100 }, (_, at) => `old-${at}`));
  await exhaustedJob(google, { max_per_run: 1_000 });
  google.publish(...Array.from({ length: 50 }, (_, at) => `new-${at}`));
  world.clock.forward(WEEK);
  const run = await scheduledRun("daily", google);
  expect(google.requested).toEqual(["newest 0", "newest 40", "newest 80"]);
  expect(run).toMatchObject({
    kind: "check_for_new",
    collected: 120,
    stored: 50,
    stop_reason: "exhausted",
    start_index: 100,
    is_exhausted: true,
    requests: [{ start_index: 0 }, { start_index: 40 }, { start_index: 80 }],
  });
  expect(await admin.cursors("daily")).toMatchObject([{ start_index: 100, is_exhausted: true }]);
  expect(await admin.books("daily")).toHaveLength(150);
  // The next one is due in a week, not on the next day.
  world.clock.forward(WEEK / 7);
  expect(await scheduledRun("daily", google)).toMatchObject({ kind: "collect", requests: [] });
  world.clock.forward(WEEK);
  expect(await scheduledRun("daily", google)).toMatchObject({ kind: "check_for_new", collected: 40, stored: 0 });
});

it("is continued by the next scheduled run after max_per_run or an error", async () => {
  const google = growingGoogle("a", "b");
  await exhaustedJob(google, { max_per_run: 40 });
  google.publish(...Array.from({ length: 60 }, (_, at) => `new-${at}`));
  world.clock.forward(WEEK);
  expect(await scheduledRun("daily", google)).toMatchObject({ stored: 40, stop_reason: "max_per_run" });
  google.fail(true);
  world.clock.forward(WEEK / 7);
  expect(await scheduledRun("daily", google)).toMatchObject({ kind: "check_for_new", stop_reason: "error" });
  google.fail(false);
  world.clock.forward(WEEK / 7);
  expect(await scheduledRun("daily", google)).toMatchObject({ stored: 20, stop_reason: "exhausted" });
  expect(google.requested).toEqual(["newest 0", "newest 40", "newest 40"]);
});

it("does not count books as known that it stored itself before its worker stopped", async () => {
  const google = growingGoogle("a", "b");
  await exhaustedJob(google);
  google.publish(...Array.from({ length: 60 }, (_, at) => `new-${at}`));
  world.clock.forward(WEEK);
  await runDueJobs(world, "schedule");
  const message = world.collectQueue.sent.at(-1)?.message;
  const { savePage } = world.jobs;
  world.jobs.savePage = async () => {
    throw new Error("The worker stops here.");
  };
  const worker = collector(world, google.fetch);
  expect(await worker.receive(message)).toBe(false);
  world.jobs.savePage = savePage;
  world.clock.forward(MINUTE);
  expect(await worker.receive(message, 2)).toBe(true);
  expect(google.requested).toEqual(["newest 0", "newest 0", "newest 40"]);
  expect(await admin.books("daily")).toHaveLength(62);
});

it("collects from the beginning when the cursors are reset before it begins", async () => {
  const google = growingGoogle("a", "b");
  await exhaustedJob(google);
  world.clock.forward(WEEK);
  await runDueJobs(world, "schedule");
  await admin.reset("daily");
  await collector(world, google.fetch).receive(world.collectQueue.sent.at(-1)?.message);
  expect(google.requested).toEqual(["relevance 0"]);
  expect(await admin.job("daily")).toMatchObject({ last_run: { kind: "collect" }, is_exhausted: true });
});

it("logs every page with its number, and the end with the limit of the run", async () => {
  const google = growingGoogle(...Array.from({ length: 50 }, (_, at) => `old-${at}`));
  await exhaustedJob(google);
  expect(log.lines("books_page")).toMatchObject([
    { page: 1, start_index: 0, returned: 40, total_items: 50 },
    { page: 2, start_index: 40, returned: 10, total_items: 50 },
  ]);
  expect(log.lines("run_finished")).toMatchObject([{ kind: "collect", collected: 50, max_per_run: 80 }]);
});
