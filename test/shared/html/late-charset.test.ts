import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodePage } from "../../../lambdas/shared/html/page-charset.ts";

const given = (name: string) => readFileSync(new URL(`pages/${name}.page`, import.meta.url));

/** Bytes of a page: each character stands for the byte with the same number. */
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

// A word in each encoding, as its bytes.
const WORDS = [
  ["gb2312", "\xb2\xe8\xd2\xb6", "茶叶"],
  ["gbk", "\xb2\xe8\xd2\xb6", "茶叶"],
  ["GB18030", "\xb2\xe8\x81\x39\xef\x30", "茶㐁"],
  ["big5", "\xaf\xf9\xb8\xad", "茶葉"],
  ["euc-kr", "\xc2\xf7\xc0\xd9", "차잎"],
  ["ks_c_5601-1987", "\xc2\xf7\xc0\xd9", "차잎"],
  ["Shift_JIS", "\x82\xa8\x92\x83", "お茶"],
  ["EUC-JP", "\xa4\xaa\xc3\xe3", "お茶"],
  ["windows-1250", "\xb9\xea\x9c", "ąęś"],
  ["windows-1251", "\xf7\xe0\xe9", "чай"],
  ["cp1251", "\xf7\xe0\xe9", "чай"],
  ["koi8-r", "\xde\xc1\xca", "чай"],
  ["iso-8859-5", "\xe7\xd0\xd9", "чай"],
  ["windows-1253", "\xf4\xf3\xdc\xe9", "τσάι"],
  ["iso-8859-7", "\xf4\xf3\xdc\xe9", "τσάι"],
  ["windows-1254", "\xe7\xfe\xf0", "çşğ"],
  ["iso-8859-9", "\xe7\xfe\xf0", "çşğ"],
  ["windows-1255", "\xfa\xe4", "תה"],
  ["windows-1256", "\xd4\xc7\xed", "شاي"],
  ["windows-1257", "\xe0\xe8\xeb", "ąčė"],
  ["iso-8859-2", "\xb1\xea\xb6", "ąęś"],
  ["tis-620", "\xaa\xd2", "ชา"],
  ["windows-874", "\xaa\xd2", "ชา"],
  ["utf-8", "\xe8\x8c\xb6", "茶"],
] as const;

describe("a charset is looked for up to the end of the head", () => {
  it.each(WORDS)("%s", (charset, written, word) => {
    for (const length of [10, 4_090, 5_000, 300_000]) {
      const head = `<html><head><script>/* ${"x".repeat(length)} */</script><meta charset="${charset}">`;
      expect(decodePage(bytes(`${head}<title>${written}</title></head>`), null)).toBe(
        `${head}<title>${word}</title></head>`,
      );
    }
  });

  it("as in the given page", () => {
    const text = decodePage(given("late-gb"), null);
    expect(text).toContain("<title>茶叶的故事</title>");
    expect(text).not.toMatch(/[\ufffd\u00a0-\u00ff]/);
  });

  it.each([
    ["in the body", `<head>${" ".repeat(5_000)}</head><body><meta charset=iso-8859-2>`],
    ["in a script of the head", `<head>${" ".repeat(5_000)}<script>'<meta charset=iso-8859-2>'</script></head>`],
    ["after 1 MB of the head", `<head>${" ".repeat(1_100_000)}<meta charset=iso-8859-2></head>`],
  ])("and not %s", (_where, html) => {
    expect(decodePage(bytes(`${html}\xb1`), null).at(-1)).not.toBe("ą");
  });
});

describe("of several declarations", () => {
  const CHAI = "\xf7\xe0\xe9";
  const meta = (charset: string) => `<meta charset="${charset}">`;

  it.each([
    ["a byte order mark decides", "windows-1251", `\xef\xbb\xbf${meta("koi8-r")}\xd1\x87`, "ч"],
    ["Content-Type comes before the page", "windows-1251", meta("koi8-r") + CHAI, "чай"],
    ["Content-Type is passed over where its bytes are invalid", "utf-8", meta("windows-1251") + CHAI, "чай"],
    ["a default of servers is passed over", "iso-8859-1", meta("windows-1251") + CHAI, "чай"],
    ["an unknown one is passed over", "x-none", meta("windows-1251") + CHAI, "чай"],
    [
      "an XML declaration comes before a meta",
      null,
      `<?xml version="1.0" encoding="windows-1251"?>${meta("koi8-r")}${CHAI}`,
      "чай",
    ],
    ["the first meta comes before the second", null, meta("windows-1251") + meta("koi8-r") + CHAI, "чай"],
    ["one after a short head counts", null, `<head></head><body>${meta("windows-1251")}${CHAI}`, "чай"],
    ["UTF-16 in a meta is UTF-8", null, `${meta("utf-16le")}\xd1\x87`, "ч"],
    ["UTF-16 in Content-Type is none where tags are single bytes", "utf-16", ` <p>${meta("utf-8")}\xd1\x87`, "ч"],
    ["an encoding without a decoder is passed over", "iso-2022-kr", meta("windows-1251") + CHAI, "чай"],
  ])("%s", (_rule, charset, page, word) => {
    expect(decodePage(bytes(page), charset)).toMatch(new RegExp(`${word}$`));
  });

  it.each(["utf16le", "utf-16be"])("UTF-16 without a mark is told by its first tag: %s", (encoding) => {
    const page = Buffer.from("<title>お茶</title>", "utf16le");
    if (encoding === "utf-16be") page.swap16();
    for (const charset of [null, "utf-8", "utf-16"]) expect(decodePage(page, charset)).toBe("<title>お茶</title>");
  });
});
