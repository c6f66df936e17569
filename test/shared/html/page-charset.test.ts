import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePage } from "../../../lambdas/shared/html/page-charset.ts";

/** The bytes of a text in which every character stands for the byte with the same number. */
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const utf8 = (text: string) => new TextEncoder().encode(text);

// "日本語のスライド" in each encoding.
const SHIFT_JIS = "\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x58\x83\x89\x83\x43\x83\x68";
const EUC_JP = "\xc6\xfc\xcb\xdc\xb8\xec\xa4\xce\xa5\xb9\xa5\xe9\xa5\xa4\xa5\xc9";
const ISO_2022_JP = "\x1b$BF|K\\8l$N%9%i%$%I\x1b(B";
const UTF_8 = Buffer.from("日本語のスライド").toString("latin1");
const UTF_16LE = Buffer.from("日本語のスライド", "utf16le").toString("latin1");
const TEXT = "日本語のスライド";

const meta = (charset: string) => `<meta charset="${charset}">`;

describe("a page is decoded", () => {
  it.each([
    ["Shift_JIS", SHIFT_JIS, "shift_jis"],
    ["Shift_JIS under another label", SHIFT_JIS, "x-sjis"],
    ["EUC-JP", EUC_JP, "euc-jp"],
    ["ISO-2022-JP", ISO_2022_JP, "iso-2022-jp"],
    ["UTF-8", UTF_8, "utf-8"],
    ["UTF-8 under another label", UTF_8, "utf8"],
    ["UTF-16", UTF_16LE, "utf-16le"],
  ])("by Content-Type: %s", (_name, written, charset) => {
    expect(decodePage(bytes(written), charset)).toBe(TEXT);
  });

  it("by Content-Type rather than by its declaration, if the bytes are valid in both", () => {
    const head = meta("euc-jp");
    expect(decodePage(bytes(`${head}\xa4\xa2`), "shift_jis")).toBe(`${head}､｢`);
    expect(decodePage(bytes(`${head}\xa4\xa2`), null)).toBe(`${head}あ`);
  });

  it.each([
    ["UTF-8 but the page, rightly, Shift_JIS", "utf-8", meta("shift_jis") + SHIFT_JIS],
    ["UTF-8 but it is Shift_JIS", "utf-8", SHIFT_JIS],
    ["UTF-8 but it is EUC-JP", "utf-8", EUC_JP],
    ["Shift_JIS but it is UTF-8", "shift_jis", `${UTF_8}<p>`],
    ["Latin-1, as servers do unasked, but it is UTF-8", "iso-8859-1", UTF_8],
    ["ASCII, as servers do unasked, but it is EUC-JP", "us-ascii", EUC_JP],
  ])("by the next candidate when Content-Type says %s", (_name, charset, written) => {
    expect(decodePage(bytes(written), charset)).toContain(TEXT);
  });

  it.each([
    ["UTF-8", UTF_8],
    ["Shift_JIS", SHIFT_JIS],
    ["EUC-JP", EUC_JP],
    ["ISO-2022-JP", ISO_2022_JP],
  ])("by detection when nothing is declared: %s", (_name, written) => {
    expect(decodePage(bytes(`<title>${written}</title>`), null)).toBe(`<title>${TEXT}</title>`);
  });

  it.each([
    ["\x1b(I1\x1b(B", "ｱ"],
    ["\x1b[1m", "\x1b[1m"],
    ["$5", "$5"],
  ])("with the escape sequences of ISO-2022-JP and no others: %j", (written, text) => {
    expect(decodePage(bytes(written), null)).toBe(text);
  });

  it.each([
    ["a caf\xe9", "a café"],
    ["r\xe9sum\xe9 of a caf\xe9", "résumé of a café"],
    ["\x93quoted\x94 \x80 5", "“quoted” € 5"],
    ["\xdcber M\xfcnchen, gr\xf6\xdfer", "Über München, größer"],
  ])("as windows-1252 when its letters are those of all encodings of Latin script: %j", (written, text) => {
    expect(decodePage(bytes(written), null)).toBe(text);
    expect(decodePage(bytes(written), "iso-8859-1")).toBe(text);
  });

  it("as declared when no encoding is valid, with replacement characters", () => {
    expect(decodePage(bytes(`${UTF_8} \xff broken`), "utf-8")).toBe(`${TEXT} \ufffd broken`);
    expect(decodePage(bytes(`${meta("utf-8")}${UTF_8} \xff`), null)).toBe(`${meta("utf-8")}${TEXT} \ufffd`);
  });

  it("without a last character that was cut off", () => {
    expect(decodePage(utf8("日本").subarray(0, 5), null)).toBe("日");
    expect(decodePage(bytes(SHIFT_JIS).subarray(0, 15), "shift_jis")).toBe("日本語のスライ");
  });

  it("from a part of a larger buffer only", () => {
    const whole = bytes(`${meta("euc-jp")}${SHIFT_JIS}`);
    expect(decodePage(whole.subarray(meta("euc-jp").length), null)).toBe(TEXT);
  });

  it("for any bytes and any charset", () => {
    const charset = fc.option(fc.oneof(fc.string(), fc.constantFrom("utf-8", "euc-jp", "iso-2022-jp", "utf-16be")));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), charset, (body, label) => {
        expect(typeof decodePage(body, label)).toBe("string");
      }),
    );
  });

  it("unchanged, for any text in UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\ufeff"));
        expect(decodePage(utf8(text), "utf-8")).toBe(text);
      }),
    );
  });
});

describe("a byte order mark", () => {
  it.each([
    [Uint8Array.of(0xef, 0xbb, 0xbf, 0xe9), "\ufffd"],
    [Uint8Array.of(0xfe, 0xff, 0x00, 0x41), "A"],
    [Uint8Array.of(0xff, 0xfe, 0x41, 0x00), "A"],
  ])("decides, though bytes may be invalid: %j", (body, text) => {
    expect(decodePage(body, "windows-1252")).toBe(text);
  });

  it.each([
    [Uint8Array.of(0xef, 0xbb, 0x41), "\ufffdA"],
    [Uint8Array.of(0xef, 0x41, 0xbf), "\ufffdA\ufffd"],
    [Uint8Array.of(0x41, 0xbb, 0xbf), "A\ufffd\ufffd"],
    [Uint8Array.of(0xfe, 0x41), "\ufffdA"],
    [Uint8Array.of(0x41, 0xff), "A\ufffd"],
    [Uint8Array.of(0xff, 0x41), "\ufffdA"],
    [Uint8Array.of(0x41, 0xfe), "A\ufffd"],
  ])("is none in %j", (body, text) => {
    expect(decodePage(body, null)).toBe(text);
  });
});

describe("a charset that the page declares", () => {
  /** The last character of a page of one byte a character, whose last byte is `ą` in ISO-8859-2 and invalid in UTF-8. */
  const last = (html: string) => decodePage(Buffer.from(`${html}\u00b1`, "latin1"), null).at(-1);

  it.each([
    '<?xml version="1.0" encoding="iso-8859-2"?>',
    "<?xml encoding \n=\t'iso-8859-2'?>",
    "<meta charset=iso-8859-2>",
    '<META CHARSET = " ISO-8859-2 ">',
    "<meta name=a><meta charset='iso-8859-2'/>",
    '<meta http-equiv=content-type content="text/html; charset=iso-8859-2; a">',
    "<meta charset=unknown><meta charset=iso-8859-2>",
    `${" ".repeat(4_000)}<meta charset=iso-8859-2>`,
  ])("is read in %j", (html) => {
    expect(last(html)).toBe("ą");
  });

  it.each([
    ' <?xml version="1.0" encoding="iso-8859-2"?>',
    '<?xmlx encoding="iso-8859-2"?>',
    '<?xml version="1.0"?><p encoding="iso-8859-2">',
    "<?xml encoding=iso-8859-2?>",
    "<p charset=iso-8859-2>",
    "</meta charset=iso-8859-2>",
    "<!-- <meta charset=iso-8859-2> -->",
    "<meta content=iso-8859-2>",
  ])("is not read in %j", (html) => {
    expect(last(html)).toBe("\ufffd");
  });
});
