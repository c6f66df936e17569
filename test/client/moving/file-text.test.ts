import { describe, expect, it } from "vitest";
import { ArchiveFile, fileText, readBookmarks, UnreadableCharset } from "../../../client/moving/index.ts";
import { allOf } from "./all-of.ts";

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Bytes of hexadecimal digits and, in quotes, of ASCII. */
const bytes = (written: string): Uint8Array =>
  Buffer.concat(
    Array.from(written.matchAll(/"([^"]*)"|([\da-f]+)/g), ([, ascii, digits]) =>
      ascii === undefined ? Buffer.from(digits ?? "", "hex") : Buffer.from(ascii, "latin1"),
    ),
  );

async function text(file: Uint8Array, length = file.length): Promise<string> {
  return (await allOf(fileText(() => pieces(file, length)))).join("");
}

/** 日本の緑茶, お茶の話 and so on, as programs of each language write them. */
const RUSSIAN = "c7e5ebb8edfbe920f7e0e92c20f1f2e0f0e0ff20f7e0f8eae020e820e2eef1f2eef7edfbe920e1e0e7e0f0";

describe("the text of a file", () => {
  it.each([
    ["UTF-8", 'efbbbf "url," e38182', "url,あ"],
    ["UTF-8 without a mark", '"url," e38182', "url,あ"],
    ["UTF-16 of Excel", "fffe 7500 7200 4230", "urあ"],
    ["UTF-16, the other way", "feff 0075 3042", "uあ"],
    ["UTF-16 without a mark", "7500 7200 4230", "urあ"],
    ["a declared Shift_JIS", `"<meta http-equiv='Content-Type' content='text/html; charset=Shift_JIS'>" 82a0`, "あ"],
    ["a declared windows-1250", '"<META CHARSET=windows-1250>" e8', "č"],
    ["a declared UTF-16, which is UTF-8", '"<meta charset=utf-16>" e38182', "あ"],
    ["a Shift_JIS of Excel", "82a892 8382cc98 62", "お茶の話"],
    ["a Shift_JIS of kanji only", '93fa967b "," 938c8b9e', "日本,東京"],
    ["EUC-JP", "a4aac3e3a4cecfc3", "お茶の話"],
    ["GBK", "d6d0b9fab5c4b2e8", "中国的茶"],
    ["Big5", "a4a4b0eaaabaafF9".toLowerCase(), "中國的茶"],
    ["EUC-KR", "c7d1b1b9c0c720b3ecc2f7b8a620b8b6bdc3b4c220b9fdb0fa20c2f7c0cc", "한국의 녹차를 마시는 법과 차이"],
    ["windows-1252", '"caf" e9 " " fc "ber " 93 "Tee" 94', "café über “Tee”"],
    ["windows-1251", RUSSIAN, "Зелёный чай, старая чашка и восточный базар"],
  ])("in %s is read in any pieces", async (_charset, written, expected) => {
    const file = bytes(written);
    for (const length of [1, 3, file.length]) expect(await text(file, length)).toContain(expected);
  });

  it.each([
    ["a letter that is another one in each alphabet", '"a" e8 f8', null],
    ["an alphabet that is not known", "e0e1e2e3e4e5", null],
    ["a byte that the declared charset does not have", '"<meta charset=euc-jp>" a4ff', "euc-jp"],
    ["a charset that is not known", '"<meta charset=x-unknown>"', "x-unknown"],
    ["a UTF-16 that ends within a letter", "fffe 7500 72", "utf-16le"],
  ])("is refused with its charset: %s", async (_what, written, charset) => {
    const refusal = await text(bytes(written)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnreadableCharset);
    if (charset !== null) expect(refusal).toMatchObject({ charset, message: expect.stringContaining(charset) });
  });

  it.each([
    ["a ZIP", '"PK" 0304 14000800'],
    ["a gzip", "1f8b 0800"],
    ["a 7z", '"7z" bcaf271c'],
  ])("is refused as an archive: %s", async (_kind, written) => {
    for (const length of [1, 100]) await expect(text(bytes(written), length)).rejects.toBeInstanceOf(ArchiveFile);
  });

  it("keeps the tags and titles of a spreadsheet", async () => {
    const file = bytes('"url,title,tags" 0d0a "https://tea.example/," 82a8928382cc9862 "," 97ce9283 0d0a');
    const [entry] = await allOf(readBookmarks(fileText(() => pieces(file, 5))));
    expect(entry).toMatchObject({ url: "https://tea.example/", title: "お茶の話", tags: ["緑茶"] });
  });
});
