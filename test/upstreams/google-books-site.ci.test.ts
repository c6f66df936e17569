import { afterEach, describe, expect, it } from "vitest";
import type { Book } from "../../lambdas/books/domain/book.ts";
import type { CollectState } from "../../lambdas/books/domain/collect.ts";
import { afterPage, nextStep, retryDelayMs } from "../../lambdas/books/domain/collect.ts";
import type { VolumesOutcome, VolumesQuery } from "../../lambdas/books/readers/google-books.ts";
import { readVolumes, volumesRequest } from "../../lambdas/books/readers/google-books.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import type { GoogleBooksOptions, GoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";

const running: GoogleBooksSite[] = [];
afterEach(() => Promise.all(running.splice(0).map((site) => site.close())));

async function start(options?: GoogleBooksOptions): Promise<GoogleBooksSite> {
  const site = await startGoogleBooksSite(options);
  running.push(site);
  return site;
}

function urlOf(site: GoogleBooksSite, changes: Partial<VolumesQuery> = {}): string {
  const options = { langRestrict: null, orderBy: null, printType: null, filter: null, country: null };
  const question = { search: "cats", startIndex: 0, maxResults: 40, options, apiKey: site.apiKey, ...changes };
  return volumesRequest(question).url.replace("https://www.googleapis.com", site.origin);
}

async function requestVolumes(site: GoogleBooksSite, changes?: Partial<VolumesQuery>): Promise<VolumesOutcome> {
  const response = await fetch(urlOf(site, changes));
  const mediaType = response.headers.get("content-type")?.split(";")[0] ?? "";
  const body = new Uint8Array(await response.arrayBuffer());
  return readVolumes({ status: response.status, mediaType, retryAfterSeconds: null, body });
}

type Item = { readonly id?: string; readonly volumeInfo?: Readonly<Record<string, unknown>> } | null;

/** The items of a page as they are sent; undefined if there is no list. */
async function itemsAt(site: GoogleBooksSite, startIndex: number): Promise<Item[] | undefined> {
  const answer = (await (await fetch(urlOf(site, { startIndex }))).json()) as { items?: Item[] };
  return answer.items;
}

/** The irregularities of an item. */
function kindsOf(item: Item): string[] {
  const info = item?.volumeInfo;
  if (info === undefined) return ["broken"];
  const identifiers = (info.industryIdentifiers ?? []) as { type: string }[];
  return [
    identifiers.map(({ type }) => type).join("+") || "no identifier",
    ...["title", "authors"].filter((name) => !(name in info)).map((name) => `no ${name}`),
    ...(String(info.infoLink).startsWith("http:") ? ["http link"] : []),
    `date of ${String(info.publishedDate ?? "").length}`,
  ];
}

/** A page, requested as often as a run tries it. */
async function requestPatiently(site: GoogleBooksSite, changes: Partial<VolumesQuery>): Promise<VolumesOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await requestVolumes(site, changes);
    if (outcome.kind !== "transient" || retryDelayMs(attempt, 0) === null) return outcome;
  }
}

/** One run: its books, and how it ended. */
async function run(site: GoogleBooksSite, cursor: Pick<CollectState, "startIndex" | "isExhausted">) {
  const books: Book[] = [];
  let state: CollectState = { ...cursor, collected: 0, maxPerRun: 80 };
  for (;;) {
    const step = nextStep(state);
    if (step.kind === "stop") return { state, stop: step, books };
    const outcome = await requestPatiently(site, step);
    if (outcome.kind === "page") books.push(...outcome.books);
    const after = afterPage(state, outcome);
    state = after.state;
    if (after.stop !== null) return { state, stop: after.stop, books };
  }
}

/** Runs until the cursor is exhausted. */
async function collect(site: GoogleBooksSite) {
  const books = new Map<string, Book>();
  const stops = new Set<string | null>();
  for (let cursor = { startIndex: 0, isExhausted: false }; ; ) {
    const { state, stop, books: found } = await run(site, cursor);
    for (const book of found) books.set(book.id, book);
    stops.add(stop.reason);
    if (state.isExhausted) return { ids: [...books.keys()], state, stop, stops: [...stops] };
    cursor = state;
  }
}

const idsOf = (site: GoogleBooksSite) => site.distinctBooks().map(({ identity }) => derivedId(...identity));

describe("its volumes", () => {
  it("are 1,730 items, with fewer books, the same at every start", async () => {
    const [site, again, other] = [await start(), await start(), await start({ seed: 2 })];
    const { ids, state, stop } = await collect(site);
    expect(state.startIndex).toBe(1_730);
    expect(stop).toMatchObject({ reason: "exhausted", exhaustedBy: "empty" });
    expect(ids).toEqual(idsOf(site));
    expect(ids.length).toBeGreaterThan(1_400);
    expect(ids.length).toBeLessThan(1_650);
    expect(idsOf(again)).toEqual(idsOf(site));
    expect(idsOf(other)).not.toEqual(idsOf(site));
  });

  it("are of every kind that Google lists", async () => {
    const site = await start();
    const pages: string[][] = [];
    const kinds = new Set<string>();
    for (let startIndex = 0; startIndex < 1_730; startIndex += 40) {
      const items = (await itemsAt(site, startIndex)) ?? [];
      pages.push(items.map((item) => item?.id ?? "none"));
      for (const kind of items.flatMap(kindsOf)) kinds.add(kind);
    }
    expect([...kinds].sort()).toEqual([
      "ISBN_10",
      "ISBN_10+OTHER+ISBN_13",
      "ISBN_13",
      "ISBN_13+ISBN_10",
      "OTHER",
      "broken",
      "date of 0",
      "date of 10",
      "date of 4",
      "date of 7",
      "http link",
      "no authors",
      "no identifier",
      "no title",
    ]);
    expect(pages.filter((page) => new Set(page).size < page.length).length).toBeGreaterThan(5);
    const unique = pages.flatMap((page) => [...new Set(page)]);
    expect(new Set(unique).size).toBeLessThan(unique.length - 20);
    expect(site.distinctBooks().filter(({ volumeIds }) => volumeIds.length > 1).length).toBeGreaterThan(20);
  });

  it("are missing past the end, not an empty list", async () => {
    const site = await start({ volumes: 50 });
    expect(await itemsAt(site, 40)).toHaveLength(10);
    expect(await itemsAt(site, 50)).toBeUndefined();
    expect(await requestVolumes(site, { startIndex: 50 })).toMatchObject({
      kind: "page",
      totalItems: expect.any(Number),
    });
  });
});

describe("its totals", () => {
  it("vary above the position", async () => {
    const site = await start();
    const totals = new Set<number>();
    for (let startIndex = 0; startIndex < 1_730; startIndex += 40) {
      const outcome = await requestVolumes(site, { startIndex });
      if (outcome.kind !== "page") throw new Error(outcome.kind);
      expect(outcome.totalItems).toBeGreaterThan(startIndex + outcome.returned);
      totals.add(outcome.totalItems ?? 0);
    }
    expect(totals.size).toBeGreaterThan(30);
  });

  it("are exact, too low or missing on demand", async () => {
    const site = await start({ volumes: 130 });
    site.totals("exact");
    expect(await requestVolumes(site)).toMatchObject({ totalItems: 130, returned: 40 });
    expect(await collect(site)).toMatchObject({ stop: { exhaustedBy: "total" }, ids: idsOf(site) });
    site.totals("missing");
    expect(await requestVolumes(site)).toMatchObject({ totalItems: null, returned: 40 });
    site.totals("dips");
    const dips = [];
    for (let n = 0; n < 40; n += 1) {
      const outcome = await requestVolumes(site, { startIndex: 80 });
      if (outcome.kind === "page" && (outcome.totalItems ?? 0) <= 120) dips.push(outcome.totalItems);
    }
    expect(dips.length).toBeGreaterThan(3);
    expect(dips.length).toBeLessThan(25);
  });
});

describe("its refusals", () => {
  it.each<[string, Partial<VolumesQuery>, GoogleBooksOptions, object]>([
    ["more than 40 at once", { maxResults: 41 }, {}, { code: "google_bad_request", message: /maxResults/ }],
    ["no search", { search: " " }, {}, { code: "google_bad_request", message: /queryRequired/ }],
    ["a negative start", { startIndex: -1 }, {}, { code: "google_bad_request", message: /startIndex/ }],
    ["another key", { apiKey: "another" }, {}, { code: "google_api_key_invalid" }],
    ["no key", { apiKey: "" }, {}, { kind: "quota", limit: "day" }],
    ["an unknown location", {}, { needsCountry: true }, { code: "google_location_unknown" }],
  ])("%s", async (_name, question, options, refusal) => {
    const outcome = await requestVolumes(await start(options), question);
    for (const [name, value] of Object.entries(refusal)) {
      if (value instanceof RegExp) expect(outcome).toHaveProperty(name, expect.stringMatching(value));
      else expect(outcome).toHaveProperty(name, value);
    }
  });

  it("need the country, and accept it", async () => {
    const options = { langRestrict: null, orderBy: null, printType: null, filter: null, country: "JP" };
    expect(await requestVolumes(await start({ needsCountry: true }), { options })).toMatchObject({ kind: "page" });
  });

  it("begin and end as a test sets them", async () => {
    const site = await start();
    site.serviceDisabled();
    expect(await requestVolumes(site)).toMatchObject({ code: "google_api_not_enabled" });
    site.calm();
    site.broken("html");
    expect(await requestVolumes(site)).toMatchObject({ code: "google_unexpected_answer" });
    site.broken("json");
    expect(await requestVolumes(site)).toMatchObject({ code: "google_unexpected_answer" });
    site.calm();
    site.ceiling(1_000);
    expect(await requestVolumes(site, { startIndex: 999 })).toMatchObject({ kind: "page" });
    expect(await requestVolumes(site, { startIndex: 1_000 })).toMatchObject({ code: "google_bad_request" });
    site.calm();
    site.quotaAfter(1, "minute");
    expect(await requestVolumes(site)).toMatchObject({ kind: "page" });
    expect(await requestVolumes(site)).toEqual({ kind: "quota", limit: "minute" });
    site.quotaAfter(0);
    expect(await requestVolumes(site)).toEqual({ kind: "quota", limit: "day" });
    site.calm();
    expect(await requestVolumes(site)).toMatchObject({ kind: "page" });
  });

  it("fail a share of the requests, the same ones at every start", async () => {
    const statuses = async () => {
      const site = await start({ volumes: 40 });
      site.storm(0.5);
      for (let n = 0; n < 100; n += 1) await requestVolumes(site, { maxResults: 1 });
      return site.requested().map(({ status }) => status);
    };
    const [once, twice] = [await statuses(), await statuses()];
    expect(twice).toEqual(once);
    const failed = once.filter((status) => status === 503).length;
    expect(failed).toBeGreaterThan(35);
    expect(failed).toBeLessThan(65);
  });
});

it("can be collected to the end despite failures and a quota, with each book found and no position skipped", async () => {
  const site = await start();
  site.storm(0.5);
  site.quotaAfter(30);
  const before = await run(site, { startIndex: 0, isExhausted: false });
  expect(before.stop.reason).not.toBe("exhausted");
  while (site.requested().filter(({ status }) => status === 429).length === 0) await requestVolumes(site);
  expect(await run(site, { startIndex: 0, isExhausted: false })).toMatchObject({ stop: { reason: "quota" } });
  site.quotaAfter(Number.POSITIVE_INFINITY);
  site.clearRequested();
  const { ids, state, stops } = await collect(site);
  expect(ids).toEqual(idsOf(site));
  expect(state).toMatchObject({ startIndex: 1_730, isExhausted: true });
  expect(stops).toContain("max_per_run");
  const answered = site.requested().filter(({ status }) => status === 200);
  expect(answered.map(({ startIndex }) => startIndex)).toEqual(
    Array.from({ length: 45 }, (_, n) => Math.min(n * 40, 1_730)),
  );
  expect(new Set(site.requested().map(({ maxResults }) => maxResults))).toEqual(new Set([40]));
});

it("records the requests and their keys", async () => {
  const site = await start({ volumes: 5, apiKey: "another-key" });
  expect(site.egressMap).toEqual({ "www.googleapis.com": site.origin });
  await requestVolumes(site, { startIndex: 3, maxResults: 7 });
  await requestVolumes(site, { apiKey: "wrong" });
  await fetch(`${site.origin}/books/v1/volumes/AAAAAAAAAAAA`);
  expect(site.requested()).toEqual([
    { startIndex: 3, maxResults: 7, key: "another-key", status: 200 },
    { startIndex: 0, maxResults: 40, key: "wrong", status: 400 },
  ]);
  site.clearRequested();
  expect(site.requested()).toEqual([]);
});
