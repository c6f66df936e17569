import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it } from "vitest";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { secretText } from "../../../lambdas/shared/secret.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { API_KEY, collector, fetchFrom, volume, volumesAnswer } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";
import { googleBooks, googleOfEachTest, requestedFor, scripted } from "./google-of-tests.ts";

const log = capturedLog();
operatorOfEachTest();
googleOfEachTest(log);

describe("a run", () => {
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
        total_beyond: null,
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

  it("that is poison ends the run that it names, and becomes a dead letter", async () => {
    await admin.create("poison");
    const message = await admin.requestRun("poison");
    const worker = collector(world, scripted().fetch);
    expect(await worker.receive({ ...message, schemaVersion: 2 })).toBe(false);
    expect(await admin.runs("poison")).toMatchObject([{ status: "finished", error: { code: "run_given_up" } }]);
    expect(await worker.receive("no JSON at all")).toBe(false);
  });
});
