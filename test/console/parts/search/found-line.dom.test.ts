// @vitest-environment happy-dom

import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import { readSearch } from "../../../../client/search.ts";
import { BookmarksScreen } from "../../../../console/bookmarks/bookmarks-screen.tsx";
import { lineOfText } from "../../../../console/parts/search/line-of-text.ts";
import { search, settled } from "../../dom/acts.ts";
import { AnsweringApi } from "../../dom/answering-api.ts";
import { BLOG, headings } from "../../dom/bookmarks-page.ts";
import { openPage } from "../../dom/page.ts";
import { textOf } from "../../reading/a-text.ts";

/** A line with what is marked in it in brackets. */
function line(q: string, html: string | null, stored = ""): string {
  return lineOfText(readSearch(q).texts, html, stored)
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join("");
}

const LONG = "A hedge is planted in autumn. ".repeat(20);

describe("the line of a text in which a search has found an item", () => {
  it.each([
    ["owl", "<p>Hens</p><p>Owls and fowls</p>", "", "[Owl]s and fowls"],
    ["owl hens", "<p>Owls</p><p>Owls, hens</p>", "", "[Owl]s, [hens]"],
    ["ｏｗｌ", "<p>Ｏｗｌs</p>", "", "[Ｏｗｌ]s"],
    ["東京", "<p>本の東京都</p>", "", "本の[東京]都"],
    ["ﾄﾏﾄ", "<p>庭のトマトと鳥</p>", "", "庭の[トマト]と鳥"],
    ['"an owl"', "<p>an <em>owl</em></p>", "", "[an owl]"],
    ["br", "<pre>&lt;br> &amp;amp;</pre>", "", "<[br]> &amp;"],
    ["owl", "<p>Hens</p>", "A summary\nowls", "[owl]s"],
    ["owl", null, "A summary\n of hens", "A summary"],
    ["owl", null, "", ""],
    ["owl -hens tag:hens", "<p>Hens and owls</p>", "", "Hens and [owl]s"],
    ["ab bc", "<p>abc ab</p>", "", "[ab]c [ab]"],
    ['"ab" "bc"', "<p>abc</p>", "", "[ab][c]"],
  ])("for %s in %s and %j is %s", (q, html, stored, shown) => {
    expect(line(q, html, stored)).toBe(shown);
  });

  it("begins a few words before what was found, or a few characters where words have no spaces", () => {
    expect(line("owl", null, `${LONG}The owls ${LONG}`)).toMatch(/^…in autumn\. The \[owl\]s A hedge.{200,}$/);
    expect(line("東京", null, `${"生け垣の中の鳥".repeat(20)}東京`)).toBe("…中の鳥生け垣の中の鳥[東京]");
  });

  it("begins where most of the searched words stand together", () => {
    expect(line("owl hens", null, `Owls. ${LONG}Hens and owls`)).toContain("[Hens] and [owl]s");
  });
});

describe("a list that is searched", () => {
  const lines = () => Array.from(document.querySelectorAll(".found-line"), ({ innerHTML }) => innerHTML);
  const open = async (q: string) => {
    const api = new AnsweringApi();
    const hens = api.saveBookmark(`${BLOG}/hens`, { title: "Hens", note: "Owls & <b>hens</b>" });
    const night = api.saveBookmark(`${BLOG}/night`, { title: "At night", summary: "On owls.", status: "done" });
    api.answer(`GET /v1/bookmarks/${night.id}/content`, textOf(night, { html: "<p>Some &lt;i> owls</p>" }));
    const page = await openPage([], api);
    await (await page.library.loadBackground()).texts.open(night, new AbortController().signal);
    expect(hens.id).not.toBe(night.id);
    await page.show(BookmarksScreen, `bookmarks?q=${q}`);
  };

  it("shows a line of the text that is on this device, or of what is stored of the item, as text", async () => {
    await open("owls");
    // Its place is kept before it is known.
    expect(lines()).toEqual(["", ""]);
    await act(() => vi.dynamicImportSettled());
    await act(settled);
    expect(lines()).toEqual(["Some &lt;i&gt; <mark>owls</mark>", "<mark>Owls</mark> &amp; &lt;b&gt;hens&lt;/b&gt;"]);
    await search("hens");
    await act(settled);
    expect(lines()).toEqual(["Owls &amp; &lt;b&gt;<mark>hens</mark>&lt;/b&gt;"]);
  });

  it("has no such lines without words in the search", async () => {
    await open("after:2020-01-01");
    expect([headings().length, lines()]).toEqual([2, []]);
  });
});
