import { describe, expect, it } from "vitest";
import { decodePage } from "../../../lambdas/shared/html/page-charset.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("a byte order mark", () => {
  it.each([
    [bytes(0xef, 0xbb, 0xbf, 0xe9), "\ufffd"],
    [bytes(0xfe, 0xff, 0x00, 0x41), "A"],
    [bytes(0xff, 0xfe, 0x41, 0x00), "A"],
  ])("decides, though bytes may be invalid: %j", (body, text) => {
    expect(decodePage(body, "windows-1252")).toBe(text);
  });

  it.each([
    [bytes(0xef, 0xbb, 0x41), "\ufffdA"],
    [bytes(0xef, 0x41, 0xbf), "\ufffdA\ufffd"],
    [bytes(0x41, 0xbb, 0xbf), "A\ufffd\ufffd"],
    [bytes(0xfe, 0x41), "\ufffdA"],
    [bytes(0x41, 0xff), "A\ufffd"],
    [bytes(0xff, 0x41), "\ufffdA"],
    [bytes(0x41, 0xfe), "A\ufffd"],
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
