import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { savedBookmark } from "../client/saved-bookmark.ts";
import { folderOfFile } from "../local/temporary-folders.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();
const folder = folderOfFile();

const at = "2026-11-20T01:00:00.000Z";
const one = {
  ...savedBookmark({ id: "b-1", url: "https://pages.example/?a&b", created_at: at }),
  words: 3,
  read_at: at,
};
const without = savedBookmark({ id: "b-2", url: "https://pages.example/2", created_at: at });
const content = {
  title: "Tea & <cake>",
  byline: "Ada",
  language: "en",
  dir: "ltr",
  words: 3,
  read_at: at,
  truncated: true,
  html: "<h2>One</h2><p>a &lt;b&gt; &amp;amp;<br>c</p><ul><li>d</li><li>e</li></ul><table><tbody><tr><td>f</td><td>g</td></tr></tbody></table>",
};

const list = { bookmarks: [one, without], next_cursor: null };
function answerTexts(): void {
  api.answers["GET /v1/bookmarks?limit=100"] = answered(list);
  api.answers["GET /v1/bookmarks/b-1"] = answered(one);
  api.answers["GET /v1/bookmarks/b-1/content"] = answered({ id: "b-1", ...content });
  api.answers["GET /v1/users/u-1/bookmarks?limit=100"] = answered(list);
  api.answers["GET /v1/users/u-1/bookmarks/b-1/content"] = answered({ id: "b-1", ...content });
  api.answers["GET /v1/users/u-1/stocks?limit=100"] = answered({ stocks: [], next_cursor: null });
}

it("a kept text is read on a terminal", async () => {
  answerTexts();
  const { stdout } = await api.run("bookmark", "read", "b-1");
  expect(stdout.split("\n")).toEqual([
    "Tea & <cake>",
    `Ada · 3 words · read ${at}`,
    "",
    ...["One", "", "a <b> &amp;", "c", "", "- d", "- e", "", "f g", "", "(The page has more text than is kept.)", ""],
  ]);
  expect((await api.run("bookmark", "read", "b-2")).code).toBe(1);
});

it("a terminal shows that a later reading of a kept text gave none", async () => {
  answerTexts();
  const requested_at = "2026-11-21T01:00:00.000Z";
  api.answers["GET /v1/bookmarks/b-1"] = answered({ ...one, status: "failed", requested_at });
  const { stdout } = await api.run("bookmark", "read", "b-1");
  expect(stdout.split("\n")[2]).toBe(
    `(Read again ${requested_at}: the page failed or had much less text, so this earlier text was kept.)`,
  );
});

it("a complete kept text without an author has no line about that, and no control characters", async () => {
  answerTexts();
  const html = "<p>a\u001b[31mb</p>";
  const whole = { ...content, title: "Tea\u0007 time", byline: null, words: 12_345, truncated: false, html };
  api.answers["GET /v1/bookmarks/b-1/content"] = [
    answered(whole),
    answered({ ...whole, title: null, read_from: "browser" }),
    answered(whole),
  ];
  const about = `12,345 words · read ${at}`;
  expect((await api.run("bookmark", "read", "b-1")).stdout).toBe(`Tea  time\n${about}\n\na [31mb\n`);
  const shown = `${about} as the browser showed it`;
  expect((await api.run("bookmark", "read", "b-1")).stdout).toBe(`${shown}\n\na [31mb\n`);
  expect((await api.run("bookmark", "read", "b-1", "--json")).stdout).toBe(`${JSON.stringify(whole)}\n`);
});

it.each([
  ["bookmark", "export"],
  ["user", "export", "u-1"],
])("%s %s writes texts into json, and for html as pages beside it", async (...command) => {
  answerTexts();
  const out = join(folder, command.join("-"));
  const file = command[0] === "user" ? [out, join(out, "bookmarks.json")] : [`${out}.json`, `${out}.json`];
  const json = await api.run(...command, "--with-content", "--format", "json", "--out", String(file[0]));
  expect(json.code).toBe(0);
  expect(JSON.parse(readFileSync(String(file[1]), "utf8"))).toEqual({
    bookmarks: [
      { ...one, content },
      { ...without, content: null },
    ],
  });
  expect((await api.run(...command, "--with-content", "--format", "html", "--out", out)).code).toBe(0);
  expect(readFileSync(join(out, "bookmarks.html"), "utf8")).toContain("https://pages.example/?a&amp;b");
  expect(readdirSync(join(out, "texts"))).toEqual(["b-1.html"]);
  const page = readFileSync(join(out, "texts", "b-1.html"), "utf8");
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("<title>Tea &amp; &lt;cake&gt;</title>");
  expect(page).toContain(content.html);
});

it("texts are in no csv, and html with texts needs a folder", async () => {
  expect((await api.run("bookmark", "export", "--with-content", "--format", "csv")).code).toBe(2);
  expect((await api.run("bookmark", "export", "--with-content", "--format", "html")).code).toBe(2);
  expect((await api.run("user", "export", "u-1", "--with-content", "--format", "csv", "--out", folder)).code).toBe(2);
});
