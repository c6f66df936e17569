import { describe, expect, it } from "vitest";
import { ApiProblem } from "../../../client/index.ts";
import type { ImportReport } from "../../../client/moving/index.ts";
import { importBookmarks } from "../../../client/moving/index.ts";
import { failedFetch } from "../../emulators/socket-errors.ts";
import type { Fault } from "../scripted-api.ts";
import { refused, ScriptedApi } from "../scripted-api.ts";
import { entry } from "./entry.ts";
import { api, apiOfEachTest, client, clientBy, counted, created, keptUntil, now } from "./import-world.ts";

apiOfEachTest();

const pages = (count: number) => Array.from({ length: count }, (_, at) => entry(at + 1, `https://a.example/${at}`));

describe("an import", () => {
  it("saves each entry in the order of the file, with its title, note, tags and date", async () => {
    const savedAt = new Date("2020-01-02T03:04:05.678Z");
    const rest = { title: "A", note: "n", tags: ["tea", "TEA", " green\n tea "], savedAt };
    const report = await importBookmarks(client, [entry(1, "https://a.example/", rest), ...pages(2)], { now });
    expect(counted(report)).toEqual([3, 3, 0, 0]);
    expect(api.requests[0]?.body).toEqual({
      url: "https://a.example/",
      title: "A",
      note: "n",
      tags: ["tea", "green tea"],
      saved_at: "2020-01-02T03:04:05.678Z",
      created_from: "import",
      source_hint: "other",
    });
    expect(api.requests[1]?.body).toEqual({
      url: "https://a.example/0",
      created_from: "import",
      source_hint: "other",
    });
    expect(created()).toEqual(["https://a.example/", "https://a.example/0", "https://a.example/1"]);
  });

  it("makes nothing new the second time, while the API keeps the keys and after that", async () => {
    await importBookmarks(client, pages(3), { now });
    expect(counted(await importBookmarks(client, pages(3), { now }))).toEqual([3, 0, 3, 0]);
    const keys = api.requests.map(({ key }) => key);
    expect(keys.slice(3)).toEqual(keys.slice(0, 3));
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(keys).size).toBe(3);
    api.forgetKeys();
    expect(counted(await importBookmarks(client, pages(3), { now }))).toEqual([3, 0, 3, 0]);
    expect(created()).toHaveLength(3);
  });

  it("reports which notes or tags of the file are not added to existing items", async () => {
    const url = "https://a.example/";
    await importBookmarks(client, [entry(1, url, { note: "mine", tags: ["Tea"] })], { now });
    const lost = async (rest: object) => {
      const { existing, leftOut } = await importBookmarks(client, [entry(1, url, rest)], { now });
      return [existing, leftOut.counts];
    };
    expect(await lost({ note: "mine", tags: ["tea"] })).toEqual([1, {}]);
    expect(await lost({})).toEqual([1, {}]);
    expect(await lost({ note: "another" })).toEqual([1, { not_added: 1 }]);
    expect(await lost({ tags: ["tea", "green"] })).toEqual([1, { not_added: 1 }]);
  });

  it("that is cut off after any number of requests is completed by another, without doubles", async () => {
    for (let requests = 1; requests <= 4; requests += 1) {
      const own = new ScriptedApi();
      const cut = new AbortController();
      const cutting = clientBy(async (request) => {
        const answer = await own.fetch(request);
        if (own.requests.length < requests) return answer;
        // The request has its effect, and its answer is lost with the process.
        cut.abort(new Error("cut off"));
        throw failedFetch();
      });
      await expect(importBookmarks(cutting, pages(4), { now, signal: cut.signal })).rejects.toThrow("cut off");
      const sent = own.created.length;
      expect(sent).toBeGreaterThanOrEqual(requests);
      const again = await importBookmarks(clientBy(own.fetch), pages(4), { now });
      expect(counted(again)).toEqual([4, 4 - sent, sent, 0]);
      expect(own.created.map(({ url }) => url)).toEqual(pages(4).map((page) => "url" in page && page.url));
    }
  });

  it("goes on the next day when a day's imports are used up", async () => {
    api.faults.push(undefined, refused(429, "rate_limited", { "retry-after": "86400" }));
    const waits: number[] = [];
    const report = await importBookmarks(client, pages(2), { now, onRetry: ({ waitMs }) => waits.push(waitMs) });
    expect(counted(report)).toEqual([2, 2, 0, 0]);
    expect(waits).toEqual([86_400_000]);
  });

  it("waits as long as the API asks, and drops nothing", async () => {
    const slow: Fault = refused(429, "slow_down", { "retry-after": "900" });
    api.faults.push(undefined, slow, slow, slow, { kind: "cut", after: true });
    const waits: number[] = [];
    const report = await importBookmarks(client, pages(3), { now, onRetry: ({ waitMs }) => waits.push(waitMs) });
    // The entry whose first answer was lost is this import's own work.
    expect(counted(report)).toEqual([3, 3, 0, 0]);
    expect(waits).toEqual([900_000, 900_000, 900_000, expect.any(Number)]);
    expect(created()).toHaveLength(3);
  });

  it("sends five entries at once, also some time after the API has asked for a pause", async () => {
    // Answers wait for so many requests, or for the last one.
    let together = 5;
    let left = 12;
    let most = 0;
    const waiting: (() => void)[] = [];
    const gated = clientBy(async (request) => {
      left -= 1;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
        if (waiting.length >= together || left <= 0) for (const each of waiting.splice(0)) each();
      });
      return api.fetch(request);
    });
    await importBookmarks(gated, pages(12), { now });
    expect(most).toBe(5);
    [together, left, most] = [1, 201, 0];
    api.faults.push(refused(429, "rate_limited"));
    const onProgress = ({ entries }: ImportReport) => {
      if (entries === 100) together = 5;
    };
    await importBookmarks(gated, pages(200), { now, onProgress });
    expect(most).toBe(5);
  });

  it("sends one entry at a time while the API asks for pauses", async () => {
    const slow: Fault = refused(429, "rate_limited");
    let [running, most] = [0, 0];
    const counting = clientBy(async (request) => {
      running += 1;
      if (api.requests.length > 10) most = Math.max(most, running);
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return api.fetch(request);
    });
    api.faults.push(...Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? slow : undefined)));
    // Ten that succeed let another one begin.
    await importBookmarks(counting, pages(10), { now });
    expect(most).toBe(1);
  });

  it("goes on behind the report that was kept, and counts what it had sent then as new", async () => {
    const { kept, ...keeping } = keptUntil(2);
    const entries = [entry(1, "place:x"), ...pages(99)];
    await expect(importBookmarks(client, entries, { now, ...keeping })).rejects.toThrow("cut off");
    expect(kept.map(({ entries: number }) => number)).toEqual([25, 50]);
    // As after a crash before the second one was stored.
    const [resumed] = kept;
    if (resumed === undefined) throw new Error("Nothing was kept");
    const again = await importBookmarks(client, entries, { now, resumed });
    expect([...counted(again), again.refused.first.length]).toEqual([100, 99, 0, 1, 1]);
    const sentFirst = api.requests.filter(({ body }) => (body as { url: string }).url === "https://a.example/0");
    expect(sentFirst).toHaveLength(1);
    expect(created()).toHaveLength(99);
  });

  it("goes on after an entry that the API refuses, and ends when it refuses them all", async () => {
    api.faults.push(undefined, refused(400, "blocked_address"), undefined, refused(401, "unauthorized"));
    const reports: number[][] = [];
    const onProgress = (report: ImportReport) => reports.push(counted(report));
    await expect(importBookmarks(client, pages(4), { now, onProgress })).rejects.toBeInstanceOf(ApiProblem);
    expect(reports).toEqual([
      [1, 1, 0, 0],
      [2, 1, 0, 1],
      [3, 2, 0, 1],
    ]);
  });

  it.each([
    ["javascript:alert(1)", "not_web", "javascript:", "start with javascript:"],
    ["place:sort=8", "not_web", "place:", "start with place:"],
    ["chrome://flags", "not_web", "chrome:", "start with chrome:"],
    ["", "no_address", "", "no address"],
  ])("refuses %j without a request, with its line, a code and the reason", async (url, code, detail, reason) => {
    const report = await importBookmarks(client, [entry(7, url), { line: 9, unreadable: "cut_off" }], { now });
    expect(report.refused.first).toEqual([
      { line: 7, url, code, detail, reason: expect.stringContaining(reason) },
      { line: 9, url: "", code: "cut_off", detail: "", reason: "The file ends in the middle of an entry." },
    ]);
    expect(api.requests).toEqual([]);
  });

  it.each([
    ["blocked_address", "blocked_address", ""],
    ["invalid_url", "invalid_address", ""],
    ["body_too_large", "refused", "because of body_too_large"],
  ])("tells the API's refusal %s by a code", async (refusal, code, detail) => {
    api.faults.push(refused(400, refusal));
    const report = await importBookmarks(client, pages(1), { now });
    expect(report.refused.first).toMatchObject([{ line: 1, code, detail, reason: expect.stringContaining(detail) }]);
  });

  it("shortens what the API does not take, and says so", async () => {
    const tags = [...Array.from({ length: 21 }, (_, at) => `tag ${at}`), "x".repeat(51)];
    const rest = { title: "t".repeat(501), note: "n".repeat(5_001), tags, savedAt: new Date("2030-01-01") };
    const report = await importBookmarks(client, [entry(3, "https://a.example/", rest)], { now });
    expect(api.requests.map(({ body }) => body)).toEqual([
      {
        url: "https://a.example/",
        title: "t".repeat(500),
        note: "n".repeat(5_000),
        tags: tags.slice(0, 20),
        created_from: "import",
        source_hint: "other",
      },
    ]);
    expect(report.leftOut.first.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      "3: The title is cut to its first 500 characters.",
      "3: The note is cut to its first 5,000 characters.",
      "3: A tag of more than 50 characters is left out.",
      "3: The tags after the first 20 are left out.",
      "3: The date, which is in the future, is left out.",
    ]);
  });

  it("has one remark of a code on an entry, names the first thousand, and counts the others", async () => {
    const tags = ["x", "y"].map((letter) => letter.repeat(51));
    const long = Array.from({ length: 1_001 }, (_, at) => entry(at + 1, `https://a.example/${at}`, { tags }));
    const none = Array.from({ length: 1_002 }, (_, at) => entry(at + 1, at < 1_001 ? "" : "place:x"));
    const { refused, leftOut } = await importBookmarks(null, [...long, ...none], { now });
    expect([leftOut.count, leftOut.counts, leftOut.first.length]).toEqual([1_001, { long_tag: 1_001 }, 1_000]);
    expect([refused.count, refused.counts]).toEqual([1_002, { no_address: 1_001, not_web: 1 }]);
    expect([refused.first.at(0)?.line, refused.first.at(-1)?.line]).toEqual([1, 1_000]);
  });

  it("says of how many saved entries the date was read as UTC", async () => {
    const dated = [true, true, false].map((withoutZone, at) =>
      entry(at + 1, `https://a.example/${at}`, { savedAt: new Date(0), withoutZone }),
    );
    const refusedOne = entry(4, "place:x", { savedAt: new Date(0), withoutZone: true });
    expect((await importBookmarks(null, [...dated, refusedOne], { now })).withoutZone).toBe(2);
  });

  it("saves decks as stocks on request, and other pages of their sites as bookmarks", async () => {
    const kept = { note: "seen", tags: ["Birds"], savedAt: new Date("2019-02-03T04:05:06.700Z") };
    const deck = entry(1, "https://speakerdeck.com/ada/birds", { title: "Mine", ...kept });
    const category = entry(2, "https://speakerdeck.com/c/technology");
    const profile = entry(3, "https://speakerdeck.com/ada");
    api.faults.push(undefined, refused(400, "invalid_format"));
    const report = await importBookmarks(client, [deck, category, profile, ...pages(1)], { now, slides: true });
    expect([...counted(report), report.stocks]).toEqual([4, 4, 0, 0, 1]);
    expect(api.requests.map(({ path }) => path)).toEqual([
      "/v1/stocks",
      "/v1/stocks",
      "/v1/bookmarks",
      "/v1/bookmarks",
      "/v1/bookmarks",
    ]);
    expect(api.requests[0]?.body).toEqual({
      url: "https://speakerdeck.com/ada/birds",
      memo: "seen",
      tags: ["Birds"],
      saved_at: "2019-02-03T04:05:06.700Z",
      unread: false,
    });
    api.requests.length = 0;
    await importBookmarks(client, [deck], { now });
    expect(api.requests.map(({ path }) => path)).toEqual(["/v1/bookmarks"]);
  });

  it("of decks only leaves out every other page, and says which the API refuses", async () => {
    const deck = entry(1, "https://speakerdeck.com/ada/birds");
    const category = entry(2, "https://speakerdeck.com/c/technology");
    const entries = [deck, category, entry(3, "javascript:alert(1)"), ...pages(2)];
    const checked = await importBookmarks(null, entries, { now, slides: "only" });
    expect([...counted(checked), checked.notDecks]).toEqual([5, 2, 0, 1, 2]);
    api.faults.push(undefined, refused(400, "invalid_format"));
    const report = await importBookmarks(client, entries, { now, slides: "only" });
    expect([...counted(report), report.notDecks]).toEqual([5, 1, 0, 2, 2]);
    expect(report.refused.first.map(({ line }) => line)).toEqual([2, 3]);
    expect(api.requests.map(({ path }) => path)).toEqual(["/v1/stocks", "/v1/stocks"]);
  });

  it("sends the same keys in every version of the client", async () => {
    const deck = entry(2, "https://speakerdeck.com/ada/birds");
    await importBookmarks(client, [entry(1, "https://a.example/"), deck], { now, slides: true });
    expect(api.requests.map(({ key }) => key)).toEqual([
      "8edb3918-df52-814f-816c-d4e27b6618e3",
      "d758f064-41b6-85ab-b47e-4aae6a6bb4b5",
    ]);
  });

  it("reports the address of an entry in short, and each field that the API refuses", async () => {
    const url = `https://a.example/${"x".repeat(200)}`;
    const errors = [
      { path: "title", message: "is odd" },
      { path: "tags", message: "are many" },
    ];
    const body = JSON.stringify({ code: "validation_error", detail: "It is refused.", errors });
    api.faults.push({ kind: "answer", status: 422, body });
    const { first: remarks } = (await importBookmarks(client, [entry(1, url)], { now })).refused;
    const detail = "It is refused. title is odd. tags are many.";
    expect(remarks).toEqual([
      { line: 1, url: url.slice(0, 200), code: "refused", detail, reason: `The API refused the entry: ${detail}` },
    ]);
  });

  it("saves no deck as a bookmark that the API refuses for another reason than its address", async () => {
    const decks = [1, 2].map((line) => entry(line, `https://speakerdeck.com/ada/birds-${line}`));
    api.faults.push(refused(413, "body_too_large"), refused(403, "forbidden"));
    const reports: number[][] = [];
    const onProgress = (report: ImportReport) => reports.push([...counted(report), report.stocks]);
    await expect(importBookmarks(client, decks, { now, slides: true, onProgress })).rejects.toBeInstanceOf(ApiProblem);
    expect(reports).toEqual([[1, 0, 0, 1, 0]]);
    expect(api.requests.map(({ path }) => path)).toEqual(["/v1/stocks", "/v1/stocks"]);
  });

  it("ends before the next entry when it is told to, also without a client", async () => {
    const ending = new AbortController();
    const onProgress = () => ending.abort(new Error("enough"));
    const { signal } = ending;
    await expect(importBookmarks(null, pages(2), { now, signal, onProgress })).rejects.toThrow("enough");
  });

  it("takes the time now for that of its machine", async () => {
    const dated = [-60_000, 3_600_000].map((ms, at) =>
      entry(at + 1, `https://a.example/${at}`, { savedAt: new Date(Date.now() + ms) }),
    );
    const { leftOut } = await importBookmarks(null, dated);
    expect(leftOut.first).toMatchObject([{ line: 2, code: "future_date" }]);
  });
});
