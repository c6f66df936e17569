import { describe, expect, it } from "vitest";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { GoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { load } from "../../load.ts";
import { collector, fetchFrom, volume, volumesAnswer } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";
import { googleBooks, googleOfEachTest, requestedFor, scripted, writes } from "./google-of-tests.ts";

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
  it.each([
    ["a transient failure", (site: GoogleBooksSite) => site.storm(1), "error"],
    ["a page of a proxy", (site: GoogleBooksSite) => site.broken("html"), "error"],
    ["half of a JSON", (site: GoogleBooksSite) => site.broken("json"), "error"],
    ["an API that is not enabled", (site: GoogleBooksSite) => site.serviceDisabled(), "error"],
    ["a start index that is too high", (site: GoogleBooksSite) => site.ceiling(40), "error"],
    ["the quota of a day", (site: GoogleBooksSite) => site.quotaAfter(0), "quota"],
    ["the quota of a minute", (site: GoogleBooksSite) => site.quotaAfter(0, "minute"), "quota"],
  ] as const)("is kept, and not exhausted, by %s", async (_what, failure, reason) => {
    const site = await googleBooks({ volumes: 60 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("troubled", { max_per_run: 40 });
    await admin.run("troubled", worker);
    failure(site);
    expect(await admin.run("troubled", worker)).toMatchObject({
      stop_reason: reason,
      start_index: 40,
      is_exhausted: false,
    });
    expect(await admin.cursors("troubled")).toMatchObject([
      { start_index: 40, is_exhausted: false, last_updated_at: world.clock.now().toISOString() },
    ]);
    site.calm();
    expect(await admin.run("troubled", worker)).toMatchObject({ stop_reason: "exhausted", start_index: 60 });
    expect(await admin.books()).toHaveLength(site.distinctBooks().length);
  });

  it("is never exhausted by a missing total, but by a page without items once the total is there", async () => {
    const site = await googleBooks({ volumes: 60 });
    site.totals("missing");
    const worker = collector(world, fetchFrom(site));
    await admin.create("totalless");
    expect(await admin.run("totalless", worker)).toMatchObject({
      stop_reason: "error",
      start_index: 60,
      is_exhausted: false,
    });
    site.calm();
    expect(await admin.run("totalless", worker)).toMatchObject({ stop_reason: "exhausted", collected: 0 });
  });

  it("is exhausted from the beginning when nothing is found", async () => {
    const { fetch } = scripted(volumesAnswer([], 0));
    await admin.create("nothing");
    const worker = collector(world, fetch);
    expect(await admin.run("nothing", worker)).toMatchObject({ stop_reason: "exhausted", collected: 0 });
    expect(await admin.cursors("nothing")).toMatchObject([
      { start_index: 0, is_exhausted: true, exhausted_by: "empty" },
    ]);
  });

  it("that is exhausted makes no request until it is reset, and then begins at the beginning", async () => {
    const site = await googleBooks({ volumes: 30 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("done");
    await admin.run("done", worker);
    const [cursor] = await admin.cursors("done");
    expect(cursor).toMatchObject({ is_exhausted: true });
    site.clearRequested();
    for (let run = 0; run < 2; run += 1) {
      expect(await admin.run("done", worker)).toMatchObject({
        requests: [],
        collected: 0,
        stop_reason: "exhausted",
        start_index: 30,
        is_exhausted: true,
      });
    }
    expect(site.requested()).toEqual([]);
    expect(await admin.cursors("done")).toEqual([cursor]);
    expect(await admin.reset("done")).toBe(1);
    expect(await admin.cursors("done")).toEqual([]);
    expect(await admin.run("done", worker)).toMatchObject({ collected: 30, stored: 0, stop_reason: "exhausted" });
    expect(requestedFor(site)[0]).toBe("0+40");
  });

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

  it.each([
    ["by request", async () => admin.reset("reset")],
    [
      "by changed options",
      async () =>
        admin.replace("reset", { queries: ["lighthouses"], max_per_run: 100, google_books: { country: "GB" } }),
    ],
  ])("that is reset %s during a run is not restored by that run, nor by its record", async (_how, reset) => {
    for (const page of [1, 2, 3]) {
      const site = await googleBooks({ volumes: 100 });
      site.totals("exact");
      const fetch = fetchFrom(site);
      await admin.create("reset", { max_per_run: 100, google_books: { country: page === 1 ? "FR" : "DE" } });
      let pages = 0;
      const meanwhile: OutboundFetch = async (request) => {
        pages += 1;
        if (pages === page) await reset();
        return fetch(request);
      };
      const run = await admin.run("reset", collector(world, meanwhile));
      expect(run).toMatchObject({ status: "finished", stop_reason: "error", start_index: 0, is_exhausted: false });
      expect(run.error?.code).toBe("cursors_reset");
      expect(await admin.cursors("reset")).toEqual([]);
      expect((await admin.job("reset")).last_run).toEqual(run);
      expect(pages).toBe(page);
      expect(await admin.run("reset", collector(world, fetch))).toMatchObject({ collected: 100 });
      await admin.delete("reset");
    }
  });

  it("at which three consecutive runs have failed is flagged, until a run advances it", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("stuck", { max_per_run: 40 });
    await admin.run("stuck", worker);
    const flags: boolean[] = [];
    const fail = async () => {
      site.broken("html");
      expect(await admin.run("stuck", worker)).toMatchObject({ stop_reason: "error", start_index: 40 });
      flags.push((await admin.job("stuck")).is_stuck);
      site.calm();
    };
    await fail();
    await fail();
    // Any other end in between interrupts the sequence.
    site.quotaAfter(0);
    await admin.run("stuck", worker);
    site.calm();
    await fail();
    await fail();
    expect(log.lines("cursor_stuck")).toEqual([]);
    await fail();
    expect(flags).toEqual([false, false, false, false, true]);
    expect(log.lines("cursor_stuck")).toMatchObject([{ level: "ERROR", job: "stuck", start_index: 40, failures: 3 }]);
    await admin.run("stuck", worker);
    expect(await admin.job("stuck")).toMatchObject({ is_stuck: false, last_run: { start_index: 80 } });
  });

  it("is no longer flagged after a reset, and not for failures at another position", async () => {
    const site = await googleBooks({ volumes: 200 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("moving", { max_per_run: 80 });
    // One page further each time, and then a failure.
    for (const ceiling of [40, 80, 120]) {
      site.ceiling(ceiling);
      expect(await admin.run("moving", worker)).toMatchObject({ stop_reason: "error", start_index: ceiling });
    }
    expect((await admin.job("moving")).is_stuck).toBe(false);
    for (let run = 0; run < 2; run += 1) await admin.run("moving", worker);
    expect((await admin.job("moving")).is_stuck).toBe(true);
    await admin.reset("moving");
    expect((await admin.job("moving")).is_stuck).toBe(false);
  });

  it("of other queries is not affected by failures of the old ones", async () => {
    const site = await googleBooks({ volumes: 100 });
    site.broken("html");
    const worker = collector(world, fetchFrom(site));
    await admin.create("queries");
    for (let run = 0; run < 2; run += 1) await admin.run("queries", worker);
    await admin.replace("queries", { queries: ["windmills"] });
    await admin.run("queries", worker);
    expect((await admin.job("queries")).is_stuck).toBe(false);
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

  it("name both jobs that found them, and are written once for each", async () => {
    const site = await googleBooks({ volumes: 40 });
    const worker = collector(world, fetchFrom(site));
    for (const name of ["second", "first"]) await admin.create(name, { queries: [name], max_per_run: 40 });
    await admin.run("first", worker);
    const books = await admin.books();
    dynamo.consumed.length = 0;
    expect(await admin.run("second", worker)).toMatchObject({ collected: 40, stored: 0 });
    expect(writes()).toHaveLength(5 + books.length);
    expect(await admin.books()).toEqual(books.map((book) => ({ ...book, jobs: ["first", "second"] })));
    for (const name of ["first", "second"]) expect(await admin.books(name)).toHaveLength(books.length);
  });

  it("change when the fields of their volume change, and keep first_seen_at", async () => {
    const { fetch } = scripted(
      volumesAnswer([volume("one"), volume("two"), volume("one", { title: "Of the same page" })], 100),
      volumesAnswer([volume("one", { title: "A better title" }), volume("two")], 100),
    );
    const worker = collector(world, fetch);
    await admin.create("changing", { max_per_run: 3 });
    expect(await admin.run("changing", worker)).toMatchObject({ collected: 3, stored: 2 });
    await admin.reset("changing");
    dynamo.consumed.length = 0;
    await admin.replace("changing", { queries: ["lighthouses"], max_per_run: 2 });
    await admin.run("changing", worker);
    expect(writes()).toHaveLength(1 + 6 + 1);
    expect((await admin.books()).map(({ title, first_seen_at: seen }) => [title, seen]).sort()).toEqual([
      ["A better title", at(MINUTE).toISOString()],
      ["Volume two", at(MINUTE).toISOString()],
    ]);
  });

  it("are one for all volumes of an ISBN, with the fields of the first", async () => {
    const identifiers = (identifier: string) => ({ industryIdentifiers: [{ type: "ISBN_13", identifier }] });
    const { fetch } = scripted(
      volumesAnswer(
        [volume("paper", identifiers("9784000000017")), volume("scan", identifiers("978-4-00-000001-7"))],
        4,
      ),
      volumesAnswer([volume("reprint", identifiers("9784000000017")), volume("bare")], 4),
    );
    await admin.create("editions", { max_per_run: 4 });
    expect(await admin.run("editions", collector(world, fetch))).toMatchObject({ collected: 4, stored: 2 });
    expect((await admin.books()).map(({ title, isbn_13: isbn }) => [title, isbn]).sort()).toEqual([
      ["Volume bare", null],
      ["Volume paper", "9784000000017"],
    ]);
  });
});
