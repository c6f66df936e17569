import { describe, expect, it } from "vitest";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { load } from "../../load.ts";
import { collector, fetchFrom } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";
import { googleBooks, googleOfEachTest, writes } from "./google-of-tests.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const log = capturedLog();
operatorOfEachTest();
googleOfEachTest(log);

const VOLUMES = load(1_730, 610);
/** Requests that Google answers a day: fewer than the whole job needs. */
const QUOTA = load(31, 17);

describe(`a job over ${VOLUMES} volumes, run until it is done`, () => {
  it("has stored every book once and requested every position once, despite failures and used-up quotas", async () => {
    const site = await googleBooks({ volumes: VOLUMES });
    site.storm(0.5);
    site.quotaAfter(QUOTA);
    const worker = collector(world, fetchFrom(site));
    await admin.create("everything");
    const reasons: string[] = [];
    let stored = 0;
    for (let over = false; !over && reasons.length < 60; ) {
      const before = site.requested().length;
      const run = await admin.run("everything", worker);
      reasons.push(String(run.stop_reason));
      stored += run.stored;
      over = run.stop_reason === "exhausted";
      expect(run.collected).toBeLessThanOrEqual(80);
      // The run records the answers of this run, and no page was larger than necessary.
      let collected = 0;
      for (const { startIndex, maxResults, status } of site.requested().slice(before)) {
        expect(maxResults).toBe(Math.min(40, 80 - collected));
        expect(run.requests.filter(({ start_index }) => start_index === startIndex)).toHaveLength(1);
        if (status === 200) collected += Math.min(40, VOLUMES - startIndex);
      }
      expect(run.collected).toBe(collected);
      if (run.stop_reason === "quota") {
        world.clock.forward(DAY);
        site.quotaAfter(QUOTA);
      }
    }
    expect(new Set(reasons)).toEqual(new Set(["max_per_run", "quota", "error", "exhausted"]));

    // The total is always above the position, so that only a page without items is the end.
    const places = Array.from({ length: Math.ceil(VOLUMES / 40) }, (_, page) => page * 40);
    const answered = site.requested().filter(({ status }) => status === 200);
    expect(answered.map(({ startIndex }) => startIndex)).toEqual([...places, VOLUMES]);
    expect(await admin.cursors("everything")).toEqual([
      expect.objectContaining({ start_index: VOLUMES, is_exhausted: true, exhausted_by: "empty" }),
    ]);
    const distinct = site.distinctBooks();
    const books = await admin.books();
    expect(stored).toBe(distinct.length);
    expect(books.map(({ id }) => id).sort()).toEqual(distinct.map(({ identity }) => derivedId(...identity)).sort());
    expect(new Set(books.map(({ isbn_13: isbn }) => isbn))).toEqual(new Set(distinct.map(({ isbn13 }) => isbn13)));
  });
});

describe("a cursor", () => {
  it("of other queries begins at 0, and the old one stays until a reset", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("changed", { max_per_run: 40 });
    await admin.run("changed", worker);
    const [old] = await admin.cursors("changed");
    // The same set in another order is the same cursor.
    await admin.replace("changed", { queries: ["  lighthouses"], max_per_run: 20 });
    expect(await admin.run("changed", worker)).toMatchObject({ start_index: 60, query_set_hash: old?.query_set_hash });
    await admin.replace("changed", { queries: ["Lighthouses"], max_per_run: 10 });
    const other = await admin.run("changed", worker);
    expect(other).toMatchObject({ requests: [{ start_index: 0, max_results: 10 }], start_index: 10 });
    expect(other.query_set_hash).not.toBe(old?.query_set_hash);
    const both = await admin.cursors("changed");
    expect(both.map(({ start_index }) => start_index).sort()).toEqual([10, 60]);
    await admin.replace("changed", { queries: ["lighthouses"], max_per_run: 10 });
    expect(await admin.run("changed", worker)).toMatchObject({ start_index: 70 });
    expect(await admin.reset("changed")).toBe(2);
    expect(await admin.run("changed", worker)).toMatchObject({ start_index: 10 });
  });

  it("is reset, with a line in the log, by another google_books and by nothing else", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    const settings = { queries: ["lighthouses"], max_per_run: 10 };
    await admin.create("options", { ...settings, google_books: { country: "GB" } });
    await admin.run("options", worker);
    await admin.replace("options", { ...settings, enabled: false, google_books: { country: "GB", filter: null } });
    expect(await admin.cursors("options")).toHaveLength(1);
    expect(log.lines("cursors_reset")).toEqual([]);
    await admin.replace("options", settings);
    expect(await admin.cursors("options")).toEqual([]);
    expect(log.lines("cursors_reset")).toMatchObject([{ job: "options", reason: "google_books_changed", reset: 1 }]);
    expect(await admin.run("options", worker)).toMatchObject({ start_index: 10 });
  });

  it("that is reset during a run is not restored by that run, nor by its record", async () => {
    for (const page of [1, 2, 3]) {
      const site = await googleBooks({ volumes: 100 });
      site.totals("exact");
      const fetch = fetchFrom(site);
      await admin.create("reset", { max_per_run: 100 });
      let pages = 0;
      const meanwhile: OutboundFetch = async (request) => {
        pages += 1;
        if (pages === page) await admin.reset("reset");
        return fetch(request);
      };
      const run = await admin.run("reset", collector(world, meanwhile));
      expect(run).toMatchObject({ status: "finished", stop_reason: "error", start_index: 0, is_exhausted: false });
      expect(run.error?.code).toBe("cursors_reset");
      expect(await admin.cursors("reset")).toEqual([]);
      expect((await admin.job("reset")).last_run).toEqual(run);
      expect(run.requests[0]).toMatchObject({ start_index: 0 });
      const about = { level: "WARN", job: "reset", run_id: run.id };
      expect(log.lines("run_cancelled_by_reset").at(-1)).toMatchObject({ ...about, finished: true });
      const { id } = (await world.jobs.get("reset")) ?? {};
      const records = await world.runs.list(id ?? "", { limit: 9, position: undefined });
      expect(records).toMatchObject({ items: [{ id: run.id }] });
      expect(pages).toBe(page);
      await admin.delete("reset");
    }
  });

  it("at which three consecutive runs have failed is flagged, until a run advances it or other queries take its place", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("stuck", { max_per_run: 40 });
    await admin.run("stuck", worker);
    site.fault("/", { kind: "html" });
    const flags: boolean[] = [];
    for (let run = 0; run < 3; run += 1) {
      expect(log.lines("cursor_stuck")).toEqual([]);
      expect(await admin.run("stuck", worker)).toMatchObject({ stop_reason: "error", start_index: 40 });
      flags.push((await admin.job("stuck")).is_stuck);
    }
    expect(flags).toEqual([false, false, true]);
    expect(log.lines("cursor_stuck")).toMatchObject([{ level: "ERROR", job: "stuck", start_index: 40, failures: 3 }]);
    const withQueries = async (queries: readonly string[]) =>
      (await admin.replace("stuck", { queries, max_per_run: 40 })).body.is_stuck;
    const { queries } = await admin.job("stuck");
    expect([await withQueries(["others"]), await withQueries(queries)]).toEqual([false, true]);
    site.clearFaults();
    await admin.run("stuck", worker);
    expect(await admin.job("stuck")).toMatchObject({ is_stuck: false, last_run: { start_index: 80 } });
  });
});

describe("the books", () => {
  it("that are known and unchanged cost no write", async () => {
    const site = await googleBooks({ volumes: 40 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("again", { max_per_run: 40 });
    await admin.run("again", worker);
    await admin.reset("again");
    const books = await admin.books();
    dynamo.consumed.length = 0;
    expect(await admin.run("again", worker)).toMatchObject({ collected: 40, stored: 0 });
    // The previous run is recorded; this one is entered, taken, counted, ended and recorded.
    expect(writes()).toEqual([
      "PutItemCommand",
      "UpdateItemCommand",
      "UpdateItemCommand",
      "UpdateItemCommand",
      "UpdateItemCommand",
      "PutItemCommand",
    ]);
    expect(await admin.books()).toEqual(books);
  });
});
