import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pauseWords } from "../../lib/cli/moving/pause-words.ts";
import { folderOfFile } from "../local/temporary-folders.ts";
import { done, failed, magpie } from "./command-line.ts";
import type { StubAnswer } from "./stub-api.ts";
import { problem } from "./stub-api.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();
const { run } = api;
const folder = folderOfFile();

const path = (name: string) => join(folder, name);

/** Runs on a terminal, on which a second passes at each look at the clock. @returns the lines in place of each other */
async function runOnTerminal(...args: string[]) {
  let seconds = 0;
  const clock = { now: () => new Date(Date.UTC(2026, 0, 1) + 1_000 * seconds++), sleep: async () => undefined };
  const ran = await magpie(api.dataFolder, args, undefined, clock, {}, true);
  return { ...ran, lines: ran.stderr.split("\n").slice(0, -1) };
}

function file(name: string, text: string): string {
  writeFileSync(path(name), text);
  return path(name);
}

const saved = answered({ id: "1", note: null, memo: null, tags: [] }, 201);
const bookmarks = (items: readonly object[], next_cursor: string | null = null): StubAnswer =>
  answered({ bookmarks: items, next_cursor });
const item = (at: number, note: string | null = null) => ({ url: `https://a.example/${at}`, tags: [], note });

describe("an export", () => {
  it("that fails leaves the file of the previous export", async () => {
    const out = file("kept.json", "the one before");
    api.answer = ({ path }) =>
      path.includes("cursor") ? problem(403, "forbidden", "Not permitted.") : bookmarks([item(1)], "next");
    expect(await run("bookmark", "export", "--format", "json", "--out", out)).toMatchObject({ code: 1, stdout: "" });
    expect(readFileSync(out, "utf8")).toBe("the one before");
    expect(existsSync(`${out}.part`)).toBe(false);
    const nowhere = await run("bookmark", "export", "--format", "json", "--out", path("none/x.json"));
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("x.json can't be written: ENOENT") });
  });

  it("to a folder is refused in one line, and leaves nothing beside it", async () => {
    api.answer = () => bookmarks([item(1)]);
    const out = path("a-folder");
    mkdirSync(out);
    expect(await run("bookmark", "export", "--format", "json", "--out", out)).toEqual(
      failed(/^magpie: \S+\/a-folder can't be written: EISDIR.+\n$/),
    );
    expect(existsSync(`${out}.part`)).toBe(false);
  });

  it("is complete in its file, however long it is, and replaces the previous one", async () => {
    const out = file("long.json", "x".repeat(500_000));
    const items = Array.from({ length: 30 }, (_, at) => item(at, `${at} `.repeat(3_000)));
    api.answer = ({ path }) =>
      path.includes("cursor") ? bookmarks(items.slice(15)) : bookmarks(items.slice(0, 15), "n");
    const { code, stdout } = await run("bookmark", "export", "--format", "json", "--out", out, "--json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.stringify({ file: out, bookmarks: 30 })}\n` });
    expect(JSON.parse(readFileSync(out, "utf8")).bookmarks).toEqual(items);
    expect(existsSync(`${out}.part`)).toBe(false);
  });

  it("without a file is the only text on standard output", async () => {
    api.answer = () => bookmarks([item(1), item(2)]);
    const { code, stdout, stderr } = await run("bookmark", "export", "--format", "json");
    expect({ code, stderr, printed: JSON.parse(stdout) }).toEqual({
      code: 0,
      stderr: "",
      printed: { bookmarks: [item(1), item(2)] },
    });
    const book = { id: "x", title: "Birds", authors: ["A. Author"], jobs: [], published_date: "2022" };
    api.answer = () => answered({ books: [book], next_cursor: null });
    expect(await run("book", "export", "--format", "bibtex")).toMatchObject({
      code: 0,
      stdout: "@book{x,\n  title = {Birds},\n  author = {A. Author},\n  year = {2022},\n}\n\n",
    });
  });

  it("of books goes to a file", async () => {
    const book = { id: "x", title: "Birds", authors: [], jobs: [] };
    api.answer = () => answered({ books: [book], next_cursor: null });
    const out = path("books.json");
    expect(await run("book", "export", "--format", "json", "--out", out)).toEqual(done(`1 books written to ${out}.`));
  });

  it.each([
    [["--out", path("bar.json")], 0],
    [[], 0],
    [["--out", path("bar.json")], 1],
  ])("with %j shows its count on terminals, and removes it at the end, also at exit code %i", async (args, exit) => {
    api.answer = ({ path }) =>
      path.includes("cursor")
        ? problem(403, "forbidden", "Not permitted.")
        : bookmarks([item(1), item(2)], exit === 0 ? null : "next");
    const { code, lines } = await runOnTerminal("bookmark", "export", "--format", "json", ...args);
    expect(code).toBe(exit);
    expect(lines.slice(0, 3)).toEqual(["1 bookmarks, 1/s", "2 bookmarks, 1/s", ""]);
  });
});

describe("an import", () => {
  const twoPages = () => file("two.csv", "url\nhttps://a.example/\nhttps://b.example/\n");
  const refusesSecond = ({ body }: { readonly body: string }) =>
    body.includes("b.example") ? problem(403, "forbidden", "Not permitted.") : saved;

  it("that ends early says how far it came", async () => {
    api.answer = refusesSecond;
    expect(await run("bookmark", "import", twoPages())).toEqual(
      failed(
        "Ended after 1 of 2 entries: 1 new, 0 already saved, 0 refused. Run the same command to continue.\nmagpie: Not permitted. Those of npm start last a day; set MAGPIE_TOKEN to what npm run -s token -- --sub root --group admin prints.\n",
      ),
    );
    api.answer = () => problem(403, "forbidden", "Not permitted.");
    expect((await run("bookmark", "import", twoPages())).stderr).toContain(
      "Ended after 0 of 2 entries: nothing is saved. Run the same command to continue.\n",
    );
  });

  it("shows a bar on terminals, which is removed at the end", async () => {
    api.answer = () => saved;
    const { lines, stdout } = await runOnTerminal("bookmark", "import", twoPages());
    expect(stdout).toBe("2 new, 0 already saved, 0 refused.\nColumns read: url 2.\n");
    expect(lines).toEqual([
      "[############            ] 50% of 2 entries, 1/s, 0:01 left",
      "[########################] 100% of 2 entries, 1/s, 0:00 left",
      "",
    ]);
  });

  it("says on terminals that the API asks for a pause", async () => {
    const answers = [{ status: 503, body: {} }, saved];
    api.answer = () => answers.shift() ?? saved;
    const { lines } = await runOnTerminal("bookmark", "import", twoPages());
    expect(lines[0]).toBe("The API asks for a pause of 1 s.");
  });

  it.each([
    [59_001, "of 60 s"],
    [3_600_000, "until 15:30; then the import goes on"],
    [12 * 3_600_000, "until 02:30 tomorrow; then the import goes on"],
  ])("shows the end of a pause of %i ms", (waitMs, words) => {
    expect(pauseWords(waitMs, new Date(2026, 10, 20, 14, 30))).toBe(words);
  });

  it("distinguishes entries that are new, already saved, refused, left out, and read as UTC", async () => {
    const csv = file(
      "remarks.csv",
      [
        "url,tags,created",
        "https://a.example/,tea,2026-01-02 03:04:05",
        `https://b.example/,${"t".repeat(51)},`,
        "javascript:alert(1),,",
        "https://c.example/,,2026-01-02T03:04:05Z",
      ].join("\n"),
    );
    api.answer = ({ body }) => ({ ...saved, status: body.includes("b.example") ? 200 : 201 });
    const { code, stdout } = await run("bookmark", "import", csv);
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["2 new, 1 already saved, 1 refused."],
      ["Columns read: url 4, tags 2, created 2."],
      ["Dates without a time zone, read as UTC: 1."],
      ["LINE", "REFUSED", "URL"],
      ["4", expect.stringContaining("javascript:"), "javascript:alert(1)"],
      ["LINE", "LEFT OUT", "URL"],
      ["3", expect.stringContaining("50"), "https://b.example/"],
      [""],
    ]);
    const json = JSON.parse((await run("bookmark", "import", csv, "--json")).stdout);
    expect(json).toMatchObject({
      dry_run: false,
      entries: 4,
      created: 2,
      existing: 1,
      stocks: 0,
      dates_without_zone: 1,
      refused: [{ line: 4, url: "javascript:alert(1)" }],
      left_out: [{ line: 3, url: "https://b.example/", code: "long_tag" }],
      left_out_counts: { long_tag: 1 },
      columns: [
        { name: "url", read: 4, not_read: 0 },
        { name: "tags", read: 2, not_read: 0 },
        { name: "created", read: 2, not_read: 0 },
      ],
    });
    expect(Object.values(json.refused_counts)).toEqual([1]);
  });

  it("shows the first thousand of the refused, and counts the others by their reasons", async () => {
    const lines = Array.from({ length: 1_003 }, () => "javascript:alert(1)");
    const { code, stdout } = await run("bookmark", "import", file("many.csv", ["url", ...lines].join("\n")));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^0 new, 0 already saved, 1,003 refused\.\n/);
    expect(stdout).toMatch(/\nand 3 more\. All that is refused: \w+ 1,003\.\n$/);
    expect(api.requests).toEqual([]);
  });

  it("that is a dry run sends nothing", async () => {
    expect(JSON.parse((await run("bookmark", "import", twoPages(), "--dry-run", "--json")).stdout)).toMatchObject({
      dry_run: true,
      created: 2,
    });
    expect(api.requests).toEqual([]);
  });

  it("saves decks as stocks with --slides only, and reads a file as the format that is named", async () => {
    api.answer = () => saved;
    const decks = file("decks.txt", "url\nhttps://speakerdeck.com/ada/birds\n");
    expect(await run("bookmark", "import", decks, "--slides", "--format", "csv")).toMatchObject({
      stdout: "1 new, 0 already saved (1 of them stocks), 0 refused.\nColumns read: url 1.\n",
    });
    expect(await run("bookmark", "import", decks)).toMatchObject({
      stdout: "1 new, 0 already saved, 0 refused.\nColumns read: url 1.\n",
    });
    expect(api.requests.map(({ path }) => path)).toEqual(["/v1/stocks", "/v1/bookmarks"]);
    expect(await run("bookmark", "import", decks, "--format", "json")).toMatchObject({ code: 1 });
  });

  it.each([
    ["a file that is not there", "none.html", null, "can't be read: ENOENT"],
    ["a folder", ".", null, "is not a file"],
    ["an archive", "export.zip", "PK\x03\x04\x14\0", "The file is an archive. Unpack it"],
    ["a file without bookmarks", "empty.html", "<p>Hello", "has no bookmarks. Is its format right"],
    [
      "a file of another kind",
      "notes.txt",
      "Hello\nthere\n",
      "has no bookmarks: line 1: The first line names no column url",
    ],
  ])("of %s is refused before anything is sent", async (_case, name, text, reason) => {
    if (text !== null) file(name, text);
    expect(await run("bookmark", "import", path(name))).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(reason),
    });
    expect(api.requests).toEqual([]);
  });
});
