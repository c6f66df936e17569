import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
const LANGUAGE = "../../../console/language/language.ts";
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** What a text without Japanese letters may have: signs, and names. */
const NO_WORDS = /^(?:[^A-Za-z]|ISBN|Speaker Deck|URL)*$/;

/** The Japanese terms of the console, each with the only idea that it stands for, as the English text has it. */
const TERMS: Readonly<Record<string, RegExp>> = {
  お知らせ: /\bnotices?\b|\btells?\b|\bnotif/i,
  通知: /\bnotif|\btold\b|\btells?\b|\btelling\b|\bdeliver|\bannounce|Webmention/i,
  アラート: /\balerts?\b/i,
  アラーム: /\balarms?\b/i,
  デッドレター: /\bdead letters?\b|\bredrive/i,
  送信待ち: /\bwait|\bnot sent\b|\bunsent\b/i,
  アドレス: /\baddress bar\b|\bIP address\b|\bany address\b/i,
  URL: /\baddress/i,
  元に戻: /\bund(?:o|one)\b|\bNothing was\b/i,
  キャンセル: /\bcancel/i,
  サインイン: /\bsign|\bsession\b/i,
  ログイン: /\blogin\b|\bsign-in\b/i,
};

/** The texts of one key, by language; those with values are filled with these. */
interface Pair {
  readonly where: string;
  readonly en: string;
  readonly ja: string;
  /** The English text of amounts of one. */
  readonly ones: string;
}

/** A row says it before the reason, in a line of a phone. */
const CHIPS_OF_FAILED = [
  "console/bookmarks/bookmark-texts.ts statuses.failed",
  "console/slides/slides-texts.ts statuses.failed",
];

/** More values than any text has. Numbers, since some texts count. */
const VALUES = [101, 102, 103, 104, 105, 106];
const ONES = VALUES.map(() => 1);
const pairs: Pair[] = [];

/** Every text below some texts, in each language, by the path of its key. */
function flat(texts: unknown, filled = VALUES, path = ""): Map<string, readonly string[]> {
  if (Array.isArray(texts)) return new Map([[path, texts]]);
  if (typeof texts === "function") return new Map([[path, texts(...filled).map(String)]]);
  const all = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(texts as object)) {
    for (const [inner, text] of flat(value, filled, path === "" ? key : `${path}.${key}`)) all.set(inner, text);
  }
  return all;
}

beforeAll(async () => {
  let file = "";
  // Some files keep their texts to themselves: what they declare is taken where all of them declare it.
  vi.resetModules();
  vi.doMock(LANGUAGE, () => ({
    language: { value: "en" },
    texts: (declared: unknown) => {
      const ones = flat(declared, ONES);
      for (const [key, [en = "", ja = ""]] of flat(declared)) {
        pairs.push({ where: `${file} ${key}`, en, ja, ones: ones.get(key)?.[0] ?? "" });
      }
      return declared;
    },
  }));
  const files = ["console", "extension"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && /\btexts\(\{/.test(readFileSync(join(ROOT, path), "utf8")));
  for (file of files) await import(join(ROOT, file));
  expect(new Set(pairs.map(({ where }) => where.split(" ", 1)[0]))).toEqual(new Set(files));
});
afterAll(() => {
  vi.doUnmock(LANGUAGE);
  vi.resetModules();
});

/** The places of the texts of which something is true. */
function places(is: (pair: Pair) => boolean): readonly string[] {
  return pairs.filter(is).map(({ where, en, ja }) => `${where}: ${en} | ${ja}`);
}

describe("the texts of the console and the extension", () => {
  it("are all of them", () => expect(pairs.length).toBeGreaterThan(700));

  it("say something, without spaces at their ends", () => {
    const isMeant = (text: string) => text !== "" && text === text.trim();
    const shown = ({ where }: Pair) => !where.endsWith(" separator");
    expect(places((pair) => shown(pair) && !(isMeant(pair.en) && isMeant(pair.ja)))).toEqual([]);
  });

  it("are in their own language", () => {
    expect(places(({ en }) => JAPANESE.test(en))).toEqual([]);
    expect(places(({ ja }) => !JAPANESE.test(ja) && !NO_WORDS.test(ja))).toEqual([]);
  });

  it("have an amount of one in the singular", () => {
    const noun = /\b1 (?!(?:is|was|continues|or|and|that) )(?:[a-z]+ )?(?!is\b|was\b)[a-z]{2,}s\b/;
    const verb = /\b1 [a-z][^.,:]*\b(?:are|they|wait)\b/;
    expect(
      pairs.filter(({ ones }) => noun.test(ones) || verb.test(ones)).map(({ where, ones }) => `${where}: ${ones}`),
    ).toEqual([]);
  });

  it("have one Japanese term for one idea", () => {
    const astray = Object.entries(TERMS).flatMap(([term, idea]) =>
      places(({ en, ja }) => ja.includes(term) && !idea.test(en)).map((place) => `${term}: ${place}`),
    );
    expect(astray, "Use the term of the idea, or add the English word to TERMS here").toEqual([]);
  });

  it("call a failed deck what they call a failed bookmark", () => {
    const chips = pairs.filter(({ where }) => CHIPS_OF_FAILED.includes(where)).map(({ en, ja }) => `${en} ${ja}`);
    expect(chips).toEqual(["Failed 失敗", "Failed 失敗"]);
  });

  it("have no time before a particle in Japanese, as in 今に", () => {
    expect(places(({ ja }) => /\b10[1-6]に/.test(ja))).toEqual([]);
  });

  it("have signs and digits of half width, and a space between Japanese and Latin letters or numbers", () => {
    const wide = /[\uff01-\uff5d\uffe0-\uffe6]/;
    const letter = "[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}]";
    // A value that follows a full stop is a sentence of its own.
    const close = new RegExp(`${letter}[A-Za-z\\d]|[A-Za-z\\d%](?<!。10\\d)${letter}`, "u");
    expect(places(({ ja }) => wide.test(ja) || close.test(ja))).toEqual([]);
  });

  it("have the same values in both languages", () => {
    const values = (text: string) => [...new Set(text.match(/\b10\d\b/g))].sort().join();
    expect(places(({ en, ja }) => values(en) !== values(ja))).toEqual([]);
  });
});
