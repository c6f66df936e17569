import { describe, expect, it } from "vitest";
import { enoughAfterHead, hasWholeHead } from "../../../lambdas/shared/html/head-end.ts";

describe("a page", () => {
  it.each(["<head><title>a</title></head>", "<title>a</title></HEAD >", "<title>a</title><Body class=x>"])(
    "has its whole head in %s",
    (html) => {
      expect(hasWholeHead(html)).toBe(true);
    },
  );

  it.each([
    "",
    "<head><title>a</title>",
    "<script>'</head><body>'</script>",
    "<!-- </head> -->",
    "</body>",
    "<header>",
  ])("has not in %j", (html) => {
    expect(hasWholeHead(html)).toBe(false);
  });
});

describe("reading until the head is enough", () => {
  /** The lengths at which it is asked whether a page is enough, of those that are received. */
  function asked(page: string, lengths: readonly number[]): number[] {
    const bytes = Buffer.from(page);
    const found: number[] = [];
    const stops = enoughAfterHead((decoded) => found.push(decoded.length) < 0);
    for (const length of lengths) expect(stops(bytes.subarray(0, length))).toBe(false);
    return found;
  }

  it("asks once the head may have ended, wherever its end is cut", () => {
    for (const end of ["</head>", "</HEAD>", "<body>"]) {
      const page = `<title>a</title>${end}more`;
      const lengths = Array.from(page, (_, index) => index + 1);
      const first = page.indexOf(end) + (end === "<body>" ? "<body" : "</head").length;
      expect(asked(page, lengths)).toEqual(lengths.filter((length) => length >= first));
      expect(asked(page, [first - 1, first])).toEqual([first]);
    }
    expect(asked("<title>a</title>", [4, 8, 16])).toEqual([]);
  });

  it("asks for a longer page only once it has grown by a quarter", () => {
    const page = `</head>${"a".repeat(20_000)}`;
    expect(asked(page, [8_000, 8_192, 8_193, 10_239, 10_240, 12_799, 12_800])).toEqual([8_000, 8_192, 10_240, 12_800]);
  });

  it("stops when the page is enough", () => {
    const stops = enoughAfterHead((decoded) => decoded.length > 10);
    expect([8, 12].map((length) => stops(Buffer.from("</head>aaaaa".slice(0, length))))).toEqual([false, true]);
  });
});
