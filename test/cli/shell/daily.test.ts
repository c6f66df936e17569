import { expect, it, vi } from "vitest";
import { problem } from "../stub-api.ts";
import { answered, cells, StubbedApi } from "../stubbed-api.ts";

const api = new StubbedApi();

const ZONE = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
const PAGE = "https://pages.example/1";
const DECK = "https://speakerdeck.com/alice/birds";
const HEAD = ["TYPE", "ID", "STATUS", "TITLE", "TAGS", "ADDED AT", "URL"];
const day = (date: number) => `2026-11-${date}T01:00:00.000Z`;
const bookmark = { id: "b-1", url: PAGE, status: "done", title: "A page", tags: ["tea"], created_at: day(20) };
const stock = { id: "s-1", canonical_url: DECK, status: "ready", title: null, tags: [], created_at: day(22) };
const book = { id: "k-1", title: "Tea", jobs: ["tea"], first_seen_at: day(21), info_link: "https://books.example/k" };
const pageRow = ["page", "b-1", "done", "A page", "tea", day(20), PAGE];
const deckRow = ["deck", "s-1", "ready", "-", "-", day(22), DECK];
const bookRow = ["book", "k-1", "-", "Tea", "-", day(21), "https://books.example/k"];

it("save saves a page as a bookmark, with note and tags", async () => {
  api.answers["POST /v1/bookmarks"] = answered(bookmark, 201);
  const { code, stdout } = await api.run("save", PAGE, "--note", "read it", "--tag", "tea", "--tag", "birds");
  expect({ code, rows: cells(stdout) }).toEqual({ code: 0, rows: [HEAD, pageRow] });
  expect(api.sent).toEqual([
    { url: PAGE, created_from: "api", source_hint: "other", note: "read it", tags: ["tea", "birds"] },
  ]);
  expect((await api.run("save", PAGE, "--json")).stdout).toBe(`${JSON.stringify(bookmark)}\n`);
});

it("save saves a deck as one by its address, with the note as its memo", async () => {
  api.answers["POST /v1/stocks"] = answered(stock, 201);
  expect(cells((await api.run("save", DECK, "--note", "seen", "--tag", "tea")).stdout)).toEqual([HEAD, deckRow]);
  expect(api.sent).toEqual([{ url: DECK, memo: "seen", tags: ["tea"] }]);
});

it.each([
  ["save", PAGE],
  ["save", DECK],
  ["bookmark add", PAGE],
  ["stock add", DECK],
])("%s %s says that what was saved before stays as it is, without the note", async (command, url) => {
  api.answers["POST /v1/bookmarks"] = answered(bookmark);
  api.answers["POST /v1/stocks"] = answered(stock);
  const note = command === "stock add" ? "--memo" : "--note";
  const { code, stdout, stderr } = await api.run(...command.split(" "), url, note, "read it");
  expect([code, stderr]).toEqual([0, "It was saved before and is unchanged.\n"]);
  expect(stdout).toContain(url);
});

it("save saves another page of a deck's site as a bookmark", async () => {
  api.answers["POST /v1/stocks"] = problem(400, "unsupported_url_type", "This is no deck.");
  api.answers["POST /v1/bookmarks"] = answered(bookmark, 201);
  expect(cells((await api.run("save", DECK)).stdout)).toEqual([HEAD, pageRow]);
});

it("save exits 1 and saves no bookmark when a deck can't be saved now", async () => {
  api.answers["POST /v1/stocks"] = problem(403, "forbidden", "Not allowed.");
  expect(await api.run("save", DECK)).toMatchObject({ code: 1, stdout: "" });
  expect(api.seen).toEqual(["POST /v1/stocks"]);
});

it("search shows pages, decks and books in one table, the newest first", async () => {
  const query = `limit=100&q=tea+%22green+leaves%22+%22a+b%22&tz=${ZONE}`;
  api.answers[`GET /v1/bookmarks?${query}`] = answered({ bookmarks: [bookmark], next_cursor: null });
  api.answers[`GET /v1/stocks?${query}`] = answered({ stocks: [stock], next_cursor: null });
  api.answers[`GET /v1/books?${query}`] = answered({ books: [book], next_cursor: null });
  const words = ["tea", "green leaves", '"a b"'];
  const { code, stdout, stderr } = await api.run("search", ...words);
  expect({ code, stderr, rows: cells(stdout) }).toEqual({
    code: 0,
    stderr: "",
    rows: [HEAD, deckRow, bookRow, pageRow],
  });
  const few = await api.run("search", ...words, "--limit", "2");
  expect(cells(few.stdout)).toEqual([HEAD, deckRow, bookRow]);
  expect(few.stderr).toBe("These are the newest 2; --limit shows more.\n");
  const json = { bookmarks: [bookmark], stocks: [stock], books: [book] };
  expect((await api.run("search", ...words, "--json")).stdout).toBe(`${JSON.stringify(json)}\n`);
});

it("search says that there may be more if a kind reaches the limit", async () => {
  api.answers[`GET /v1/bookmarks?limit=100&q=tea&tz=${ZONE}`] = answered({
    bookmarks: [bookmark, bookmark],
    next_cursor: null,
  });
  api.answers[`GET /v1/stocks?limit=100&q=tea&tz=${ZONE}`] = answered({ stocks: [], next_cursor: null });
  api.answers[`GET /v1/books?limit=100&q=tea&tz=${ZONE}`] = answered({ books: [], next_cursor: null });
  expect((await api.run("search", "tea", "--limit", "1")).stderr).toContain("--limit shows more");
});

it.each([
  ["the phrase that is a value", ["tag:green tea", "Site:a b"], 'tag:"green tea" Site:"a b"'],
  ["what is excluded", ["tea", "-oolong", "-tag:green tea", "-green tea"], 'tea -oolong -tag:"green tea" -"green tea"'],
  ["quotes that the shell has left", ['tag:"green tea"', "9:30 talk"], 'tag:"green tea" "9:30 talk"'],
])("search takes %s as the console does", async (_, words, q) => {
  api.answer = ({ path }) => answered({ [path.split(/[/?]/)[2] ?? ""]: [], next_cursor: null });
  expect(await api.run("search", ...words)).toMatchObject({ code: 0, stderr: "" });
  expect(api.requests.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("q"))).toEqual([q, q, q]);
});

it("search is by days of UTC where the machine knows no time zone", async () => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const unknown = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  unknown.mockReturnValue({ ...options, timeZone: "Etc/Unknown" });
  api.answer = ({ path }) => answered({ [path.split(/[/?]/)[2] ?? ""]: [], next_cursor: null });
  await api.run("search", "after:2026-11-01");
  unknown.mockRestore();
  expect(api.requests.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("tz"))).toEqual(
    Array(3).fill("UTC"),
  );
});

it("search takes no other option for a word", async () => {
  expect(await api.run("search", "tea", "--limt", "5")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown option '--limt'"),
  });
  expect(api.requests).toEqual([]);
});
