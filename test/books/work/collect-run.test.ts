import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { afterEach, describe, expect, it } from "vitest";
import { QuotaTable } from "../../../lambdas/books/tables/quota-table.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { secretText } from "../../../lambdas/shared/secret.ts";
import type { GoogleBooksOptions, GoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { load } from "../../load.ts";
import { API_KEY, collector, fetchFrom, volume, volumesAnswer } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const log = capturedLog();
operatorOfEachTest();

const sites: GoogleBooksSite[] = [];

afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
  // No log line of any test may contain the key.
  expect(log.raw.filter((line) => line.includes(API_KEY))).toEqual([]);
});

async function googleBooks(options?: GoogleBooksOptions): Promise<GoogleBooksSite> {
  const site = await startGoogleBooksSite({ apiKey: API_KEY, ...options });
  sites.push(site);
  return site;
}

/** The requests of a site, as `startIndex+maxResults`. */
function requestedFor(site: GoogleBooksSite): string[] {
  return site.requested().map(({ startIndex, maxResults }) => `${startIndex}+${maxResults}`);
}

/** A Google that gives these answers, one after the other, and records its requests. */
function scripted(...answers: readonly (OutboundResponse | Error)[]): { fetch: OutboundFetch; requested: URL[] } {
  const left = [...answers];
  const requested: URL[] = [];
  return {
    requested,
    async fetch({ url }) {
      requested.push(new URL(url));
      const answer = left.shift();
      if (answer === undefined) throw new Error(`Nobody answers request ${requested.length}.`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

/** The writing requests, by the names of their commands. */
function writes(): string[] {
  return dynamo.consumed.map(({ command }) => command).filter((command) => /^(?:Put|Update|Delete)/.test(command));
}

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

describe("a run", () => {
  it("requests pages of at most forty, and no more than it may still collect", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    const requested: Record<number, unknown> = {};
    for (const max of [0, 10, 40, 90, 1_000]) {
      site.clearRequested();
      await admin.create(`max-${max}`, { max_per_run: max });
      const { requests, stop_reason: reason, start_index: startIndex } = await admin.run(`max-${max}`, worker);
      requested[max] = [requestedFor(site).join(" "), reason, startIndex];
      expect(requests.map(({ start_index, max_results }) => `${start_index}+${max_results}`)).toEqual(
        requestedFor(site),
      );
    }
    expect(requested).toEqual({
      0: ["", null, 0],
      10: ["0+10", "max_per_run", 10],
      40: ["0+40", "max_per_run", 40],
      90: ["0+40 40+40 80+10", "max_per_run", 90],
      1000: ["0+40 40+40 80+40 100+40", "exhausted", 100],
    });
  });

  it("with max_per_run 0 ends without an error, and leaves no cursor", async () => {
    await admin.create("nothing", { max_per_run: 0 });
    const { fetch } = scripted();
    expect(await admin.run("nothing", collector(world, fetch))).toMatchObject({
      status: "finished",
      finished_at: expect.any(String),
      requests: [],
      collected: 0,
      stop_reason: null,
    });
    expect(await admin.cursors("nothing")).toEqual([]);
  });

  it("continues where the last one stopped, and is listed with its end", async () => {
    const site = await googleBooks({ volumes: 50 });
    site.totals("exact");
    const worker = collector(world, fetchFrom(site));
    const { created_at: created } = await admin.create("lights", { max_per_run: 30 });
    const first = await admin.run("lights", worker);
    const second = await admin.run("lights", worker);
    const hash = first.query_set_hash;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect([second, first]).toEqual([
      {
        id: expect.any(String),
        kind: "collect",
        started_at: at(2 * MINUTE).toISOString(),
        finished_at: at(2 * MINUTE).toISOString(),
        status: "finished",
        query_set_hash: hash,
        requests: [{ start_index: 30, max_results: 30 }],
        collected: 20,
        stored: expect.any(Number),
        stop_reason: "exhausted",
        start_index: 50,
        is_exhausted: true,
      },
      expect.objectContaining({
        requests: [{ start_index: 0, max_results: 30 }],
        collected: 30,
        stop_reason: "max_per_run",
        start_index: 30,
        is_exhausted: false,
      }),
    ]);
    expect(await admin.runs("lights")).toEqual([second, first]);
    expect(await admin.job("lights")).toMatchObject({ created_at: created, last_run: second, is_stuck: false });
    expect(await admin.cursors("lights")).toEqual([
      {
        query_set_hash: hash,
        start_index: 50,
        is_exhausted: true,
        exhausted_by: "total",
        last_total_items: 50,
        last_updated_at: at(2 * MINUTE).toISOString(),
      },
    ]);
    // Logs name a set of queries by 16 digits of its hash.
    expect(log.lines("run_finished")).toMatchObject([
      { query_set_hash: hash.slice(0, 16), stop_reason: "max_per_run" },
      { query_set_hash: hash.slice(0, 16), stop_reason: "exhausted", exhausted_by: "total", total_items: 50 },
    ]);
    expect(log.raw.filter((line) => line.includes(hash))).toEqual([]);
  });

  it("requests all queries at once, in the job's country or the default one", async () => {
    const { fetch, requested } = scripted(volumesAnswer([], 0), volumesAnswer([], 0));
    const worker = collector(world, fetch);
    await admin.create("ours", { queries: ["tea  ceremony ", "inauthor:Okakura"] });
    await admin.create("theirs", { google_books: { country: "GB", order_by: "newest", lang_restrict: "en" } });
    for (const name of ["ours", "theirs"]) await admin.run(name, worker);
    expect(requested.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { q: "inauthor:Okakura OR (tea ceremony)", startIndex: "0", maxResults: "40", country: "JP", key: API_KEY },
      {
        q: "lighthouses",
        startIndex: "0",
        maxResults: "40",
        country: "GB",
        orderBy: "newest",
        langRestrict: "en",
        key: API_KEY,
      },
    ]);
  });

  it("stores the books before it moves the cursor", async () => {
    const { fetch } = scripted(volumesAnswer([volume("first")], 10), volumesAnswer([volume("second")], 10));
    const stored: [books: number, startIndex: number][] = [];
    const { savePage, finish } = world.jobs;
    const noted = async () =>
      stored.push([(await admin.books()).length, (await admin.cursors("order"))[0]?.start_index ?? 0]);
    world.jobs.savePage = async (...args) => {
      await noted();
      return savePage.apply(world.jobs, args);
    };
    world.jobs.finish = async (...args) => {
      await noted();
      return finish.apply(world.jobs, args);
    };
    await admin.create("order", { max_per_run: 2 });
    await admin.run("order", collector(world, fetch));
    expect(stored).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(await admin.cursors("order")).toMatchObject([{ start_index: 2 }]);
  });

  it("that takes too long ends with an error, and keeps the cursor of its last page", async () => {
    const site = await googleBooks({ volumes: 400 });
    const fetch = fetchFrom(site);
    const slow: OutboundFetch = (request) => {
      world.clock.forward(3 * MINUTE);
      return fetch(request);
    };
    await admin.create("slow", { max_per_run: 200 });
    for (const startIndex of [80, 160]) {
      const run = await admin.run("slow", collector(world, slow));
      expect(run).toMatchObject({ collected: 80, stop_reason: "error", error: { code: "out_of_time" } });
      expect(run.start_index).toBe(startIndex);
      expect(await admin.cursors("slow")).toMatchObject([{ start_index: startIndex, is_exhausted: false }]);
    }
    expect(requestedFor(site)).toEqual(["0+40", "40+40", "80+40", "120+40"]);
  });

  it("records a page once, however often it was tried, and waits longer from try to try", async () => {
    const away = { ...volumesAnswer([]), status: 503 };
    const { fetch } = scripted(away, new OutboundError("timeout", "somewhere"), away, volumesAnswer([], 0));
    const worker = collector(world, fetch);
    await admin.create("patient");
    const run = await admin.run("patient", worker);
    expect(run).toMatchObject({ requests: [{ start_index: 0, max_results: 40 }], stop_reason: "exhausted" });
    expect(worker.pauses).toEqual([1_250, 2_500, 5_000]);
  });

  it("does not wait longer than the remaining time", async () => {
    const { fetch, requested } = scripted({ ...volumesAnswer([]), status: 503, retryAfterSeconds: 3_600 });
    const worker = collector(world, fetch);
    await admin.create("impatient");
    expect(await admin.run("impatient", worker)).toMatchObject({ stop_reason: "error" });
    expect([requested.length, worker.pauses]).toEqual([1, []]);
  });

  it("of a job that is deleted meanwhile leaves nothing", async () => {
    const { fetch } = scripted(volumesAnswer([volume("one")], 100));
    await admin.create("gone");
    const message = await admin.requestRun("gone");
    const there = (await world.jobs.get("gone"))?.id ?? "";
    const deleting: OutboundFetch = async (request) => {
      await admin.delete("gone");
      return fetch(request);
    };
    expect(await collector(world, deleting).receive(message)).toBe(true);
    expect(await world.jobs.get("gone")).toBeNull();
    expect(await world.runs.list(there, { limit: 10, position: undefined })).toMatchObject({ items: [] });
    await admin.create("gone");
    expect([await admin.runs("gone"), await admin.cursors("gone")]).toEqual([[], []]);
  });
});

describe("the API key", () => {
  it("that is missing ends the run at once, without a request", async () => {
    const { fetch, requested } = scripted();
    const apiKey = { read: async () => null, forget: () => undefined };
    await admin.create("keyless");
    const run = await admin.run("keyless", collector(world, fetch, { apiKey }));
    expect(run).toMatchObject({
      requests: [],
      stop_reason: "error",
      is_exhausted: false,
      error: { code: "no_api_key", message: expect.stringMatching(/secret/) },
    });
    expect(requested).toEqual([]);
  });

  it("is read once, and again only after Google has refused it", async () => {
    const site = await googleBooks({ volumes: 10 });
    const secrets = mockClient(SecretsManagerClient);
    secrets.on(GetSecretValueCommand).resolves({ SecretString: "an-old-key" });
    const reads = () => secrets.commandCalls(GetSecretValueCommand).length;
    const apiKey = secretText(new SecretsManagerClient({ region: "ap-northeast-1" }), "the-key");
    const worker = collector(world, fetchFrom(site), { apiKey });
    await admin.create("rotated", { max_per_run: 2 });
    expect(await admin.run("rotated", worker)).toMatchObject({
      stop_reason: "error",
      is_exhausted: false,
      error: { code: "google_api_key_invalid", message: expect.stringMatching(/secret/) },
    });
    secrets.on(GetSecretValueCommand).resolves({ SecretString: ` ${API_KEY}\n` });
    for (let run = 0; run < 3; run += 1) {
      expect(await admin.run("rotated", worker)).toMatchObject({ stop_reason: "max_per_run" });
    }
    expect(reads()).toBe(2);
    expect(site.requested().map(({ key }) => key)).toEqual(["an-old-key", API_KEY, API_KEY, API_KEY]);
    expect(log.raw.filter((line) => line.includes("an-old-key"))).toEqual([]);
    secrets.restore();
  });

  it("is in no log line and no answer when the connection breaks off", async () => {
    const site = await googleBooks({ volumes: 10 });
    site.fault("/books", { kind: "reset" });
    await admin.create("broken");
    const run = await admin.run("broken", collector(world, fetchFrom(site)));
    expect(run).toMatchObject({ stop_reason: "error", error: { message: expect.stringContaining("network") } });
    expect(site.requests()).toHaveLength(4);
    expect(site.requests()[0]?.query.get("key")).toBe(API_KEY);
    expect(JSON.stringify([run, await admin.job("broken")])).not.toContain(API_KEY);
  });
});

describe("the quota", () => {
  /** How many requests a run may make today, tries included. */
  const perDay = (count: number) => ({ quota: new QuotaTable(dynamo.client, "books", count) });

  it("counts the tries of all jobs, failed ones included, and resets at midnight in California", async () => {
    const site = await googleBooks({ volumes: 400 });
    const worker = collector(world, fetchFrom(site), perDay(5));
    for (const name of ["one", "two"]) await admin.create(name, { max_per_run: 120 });
    site.fault("/books", { kind: "status", status: 503 }, 1);
    expect(await admin.run("one", worker)).toMatchObject({ stop_reason: "max_per_run", collected: 120 });
    expect(site.requests()).toHaveLength(4);
    const cutOff = await admin.run("two", worker);
    expect(cutOff).toMatchObject({ stop_reason: "quota", collected: 40, start_index: 40, is_exhausted: false });
    expect(cutOff.requests).toEqual([{ start_index: 0, max_results: 40 }]);
    expect(site.requests()).toHaveLength(5);

    // START is 19:00 of the previous day in California, in winter: its day begins at 08:00 UTC.
    world.clock.forward(Date.parse("2026-11-20T07:57:00Z") - world.clock.now().getTime());
    expect(await admin.run("two", worker)).toMatchObject({ stop_reason: "quota", requests: [], collected: 0 });
    expect(await admin.cursors("two")).toMatchObject([{ start_index: 40, is_exhausted: false }]);
    expect(await admin.run("two", worker)).toMatchObject({ stop_reason: "quota", requests: [] });
    expect(site.requests()).toHaveLength(5);
    expect(world.clock.now()).toEqual(new Date("2026-11-20T07:59:00Z"));
    expect(await admin.run("two", worker)).toMatchObject({ stop_reason: "max_per_run", start_index: 160 });
  });

  it("of 0 means no request", async () => {
    const { fetch, requested } = scripted();
    await admin.create("reserved");
    expect(await admin.run("reserved", collector(world, fetch, perDay(0)))).toMatchObject({ stop_reason: "quota" });
    expect(requested).toEqual([]);
  });

  it("of Google's ends the run at its first refusal, with any status, and the next run continues", async () => {
    const site = await googleBooks({ volumes: 100 });
    site.quotaAfter(1);
    const worker = collector(world, fetchFrom(site));
    await admin.create("limited");
    expect(await admin.run("limited", worker)).toMatchObject({
      stop_reason: "quota",
      collected: 40,
      start_index: 40,
      requests: [
        { start_index: 0, max_results: 40 },
        { start_index: 40, max_results: 40 },
      ],
    });
    expect([requestedFor(site), worker.pauses]).toEqual([["0+40", "40+40"], []]);
    site.calm();
    expect(await admin.run("limited", worker)).toMatchObject({ stop_reason: "exhausted", start_index: 100 });
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

describe("a message", () => {
  it("that is received after its run has ended does nothing", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("late", { max_per_run: 40 });
    const message = await admin.requestRun("late");
    expect(await worker.receive(message)).toBe(true);
    const before = [await admin.job("late"), await admin.runs("late"), site.requested().length];
    expect(await worker.receive(message)).toBe(true);
    expect([await admin.job("late"), await admin.runs("late"), site.requested().length]).toEqual(before);
    await admin.delete("late");
    expect(await worker.receive(message)).toBe(true);
    expect(await world.jobs.get("late")).toBeNull();
  });

  it("whose processing fails with a bug is returned, and the next receive continues at once", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    const broken = collector(world, async () => {
      throw new Error("a bug");
    });
    await admin.create("buggy", { max_per_run: 40 });
    const message = await admin.requestRun("buggy");
    expect(await broken.receive(message)).toBe(false);
    expect(broken.waits).toEqual([30]);
    expect(await admin.runs("buggy")).toMatchObject([{ status: "running" }]);
    expect(await worker.receive(message, 2)).toBe(true);
    expect(await admin.runs("buggy")).toMatchObject([{ status: "finished", collected: 40 }]);
  });

  it("whose lease can't be released either logs why, and throws the first error", async () => {
    const { jobs } = world;
    jobs.release = async () => {
      throw new Error("table away");
    };
    const broken = collector(world, async () => {
      throw new Error("a bug");
    });
    await admin.create("held");
    expect(await broken.receive(await admin.requestRun("held"))).toBe(false);
    expect(log.lines("run_lease_not_released")).toMatchObject([{ job: "held", error_message: "table away" }]);
    expect(log.lines("message_failed")).toMatchObject([{ error_message: "a bug" }]);
  });

  it("that used up its receives ends its run, which a redrive starts once more", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("given-up", { max_per_run: 40 });
    const message = await admin.requestRun("given-up");
    expect(await worker.receive(message, 5)).toBe(false);
    expect(site.requested()).toEqual([]);
    const [run] = await admin.runs("given-up");
    expect(run).toMatchObject({ id: message.runId, status: "finished", stop_reason: "error", start_index: 0 });
    expect(run?.error?.code).toBe("run_given_up");
    expect((await admin.job("given-up")).last_run).toEqual(run);

    expect(await worker.receive(message, 1)).toBe(true);
    const [redriven, ...others] = await admin.runs("given-up");
    expect(redriven).toMatchObject({ id: message.runId, stop_reason: "max_per_run", collected: 40 });
    expect(redriven).not.toHaveProperty("error");
    expect(others).toEqual([]);
    expect(await worker.receive(message, 1)).toBe(true);
    expect(site.requested()).toHaveLength(1);
  });

  it("that is redriven after a newer run was requested does nothing", async () => {
    const site = await googleBooks({ volumes: 100 });
    const worker = collector(world, fetchFrom(site));
    await admin.create("newer", { max_per_run: 40 });
    const old = await admin.requestRun("newer");
    await worker.receive(old, 5);
    const waiting = await admin.requestRun("newer");
    expect(await worker.receive(old)).toBe(true);
    expect(site.requested()).toEqual([]);
    await worker.receive(waiting);
    expect(await worker.receive(old)).toBe(true);
    expect(site.requested()).toHaveLength(1);
    expect((await admin.runs("newer")).map(({ id }) => id)).toEqual([waiting.runId, old.runId]);
  });

  it("that is poison ends the run that it names, and becomes a dead letter", async () => {
    await admin.create("poison");
    const message = await admin.requestRun("poison");
    const worker = collector(world, scripted().fetch);
    expect(await worker.receive({ ...message, schemaVersion: 2 })).toBe(false);
    expect(await admin.runs("poison")).toMatchObject([{ status: "finished", error: { code: "run_given_up" } }]);
    expect(await worker.receive("no JSON at all")).toBe(false);
  });
});
