import { readFileSync } from "node:fs";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { pageFacts } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { fetchedTexts, ownTexts, packedWords, searched } from "../../../lambdas/bookmarks/domain/bookmark-search.ts";
import { readPage } from "../../../lambdas/bookmarks/readers/read-page.ts";
import { extractiveSummariser } from "../../../lambdas/bookmarks/summary/extractive-summariser.ts";
import { distinctiveWords, salientWords } from "../../../lambdas/bookmarks/summary/salient-words.ts";
import type { SearchedTexts } from "../../../lambdas/shared/saved-items/saved-item-kind.ts";
import { matchesSearch } from "../../../lambdas/shared/search/matches-search.ts";
import { parseSearch } from "../../../lambdas/shared/search/parse-search.ts";
import { response } from "../../shared/outbound/outbound-response.ts";

const ROOT = new URL("../../..", import.meta.url);

// The sample: pages as their packages of fixed versions have them, of 1,800 to 10,300 code units of text, which is 300 to 1,700
// words, in English; and in Japanese a manual and an article.
const MANUALS = [
  ...["@hono/node-server", "@mozilla/readability", "ajv", "axe-core", "dependency-cruiser", "fake-indexeddb"],
  ...["fast-check", "hono", "jose", "linkedom", "@redocly/openapi-core", "tinykeys", "uplot", "zod"],
].map((name) => `${name}/README.md`);

const FERRY = `島への連絡船は一日に二便あり、片道およそ一時間です。朝の便は港の市場へ魚を運ぶ漁師が使い、夕方の便は本土の高校へ
通う生徒が使います。冬は北西の季節風が強く、波の高さが三メートルを超えると連絡船は欠航します。欠航が続くと島の商店には牛乳や野菜が届かず、
住民は畑の大根や保存食で暮らします。診療所には看護師が一人いて、急病人は県の防災ヘリコプターで運ばれます。島の人口は昭和三十年に
千二百人でしたが、今は百五十人です。小学校は十年前に休校となり、校舎は民宿として使われています。民宿の主人は元漁師で、毎朝の漁で
とれた鯛や烏賊を食卓に出します。夏には都会から大学生が来て、棚田の草刈りや灯台の掃除を手伝います。大学生は民宿に泊まり、夜は看護師から
救急の講習を受けます。灯台は明治時代に英国人の技師が設計したもので、石造りの塔は今も現役です。灯台の技師の日記は小学校の資料室にあります。
連絡船の運賃は片道千四百円で、住民には割引があります。切符は港の待合所で買い、満席のときは臨時便が出ます。欠航は朝六時に防災無線で
放送され、漁協の掲示板にも貼られます。漁協は来年、電動の新しい連絡船を造る計画です。商店の主人は、野菜と牛乳が毎日届く日を待っています。`;

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><article>${body}</article></body></html>`;
const manual = (path: string): readonly [name: string, html: string] => {
  const source = readFileSync(new URL(`node_modules/${path}`, ROOT), "utf8");
  return [path, page(path, String(marked(source)))];
};
const SAMPLE = [
  ...[...MANUALS, "@biomejs/biome/README.ja.md"].map(manual),
  ["島の連絡船", page("島の連絡船", `<p>${FERRY}</p>`)] as const,
];

/** A page as it is read, summarised and searched. */
async function readAndSearched([, html]: readonly [name: string, html: string]) {
  const url = new URL("https://site.example/page");
  const outcome = readPage(response({ url, mediaType: "text/html", charset: "utf-8", body: html }));
  if (outcome.kind !== "page") throw new Error(outcome.code);
  const { content } = outcome;
  const summary = await extractiveSummariser().summarise(content);
  const texts = {
    own: ownTexts({ title: null, note: null, url: url.href }),
    tags: null,
    read: fetchedTexts(pageFacts(content, summary)),
    words: packedWords(distinctiveWords(content)),
  };
  const finds = (word: string, { words, ...without } = texts) => {
    const isFound = (of: SearchedTexts) =>
      matchesSearch({ ...searched(of), createdAt: "" }, parseSearch(`"${word}"`).conditions);
    return { now: isFound({ ...without, words }), without: isFound(without) };
  };
  return { content, texts, finds };
}

/** The sample, as it is read: once for all tests. */
const READ = new Map(SAMPLE.map((given) => [given[0], readAndSearched(given)]));

/** The words that occur twice or more in a text: nobody remembers a page by a word that occurs in passing. */
function repeatedWords(text: string): string[] {
  const counts = new Map<string, number>();
  for (const word of salientWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([word]) => word);
}

const share = (found: readonly boolean[]) => found.filter(Boolean).length / found.length;

describe("a page is found by its words", () => {
  it.each([...READ])("in the text of %s but not in the summary: nine of ten", async (_name, read) => {
    const { content, finds } = await read;
    const found = repeatedWords(content.text).map((word) => finds(word));
    const others = found.filter(({ without }) => !without);
    expect(others.length).toBeGreaterThan(5);
    expect(share(others.map(({ now }) => now))).toBeGreaterThanOrEqual(0.9);
  });

  it("and by all that it says, up to two hundred", async () => {
    const words = Array.from(
      { length: 250 },
      (_, index) => `word${String.fromCharCode(97 + index / 26, 97 + (index % 26))}`,
    );
    const { finds } = await readAndSearched([
      "",
      page("Words", `<p>${words.join(" ")} ${words.slice(150).join(" ")}</p>`),
    ]);
    // The hundred that occur twice, and the first of the others; the title is one of them, too.
    expect(words.map((word) => finds(word).now)).toEqual(words.map((_, index) => index < 99 || index >= 150));
  });
});

/** Bytes of an entry in index `search` beside the texts: keys, and the names of all attributes. */
const KEYS = 160;
/** Bytes that four requests read for each of 10,000 bookmarks: six queries of 1 MB each (`find-page.ts`). */
const ROOM = (4 * 6 * 1_024 * 1_024) / 10_000;

it("leaves room for 10,000 such pages in four requests of a search, and for as many in Japanese with all the words", async () => {
  // Two signs each, by chance: they can't be packed better.
  const signs = (index: number) =>
    String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000), 0x4e00 + ((index * 104_729) % 20_000));
  const words = Array.from({ length: 200 }, (_, index) => `${signs(index)}は${signs(index + 200)}。`);
  const sizes = await Promise.all(
    [...READ.values(), readAndSearched(["signs", page("連絡船の記録", `<p>${words.join("")}</p>`)])].map(
      async (page) => {
        const { own, read, words } = (await page).texts;
        return KEYS + Buffer.byteLength(own) + Buffer.byteLength(read) + words.length;
      },
    ),
  );
  expect(Math.max(...sizes)).toBeLessThan(ROOM);
});
