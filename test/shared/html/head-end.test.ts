import { describe, expect, it } from "vitest";
import { endsHead, enoughAfterHead } from "../../../lambdas/shared/html/head-end.ts";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";

describe("the end of a head", () => {
  it.each(["<head><title>a</title></head>", "<title>a</title></HEAD >", "<title>a</title><Body class=x>"])(
    "is in %s",
    (html) => {
      expect(Array.from(markupTokens(html)).filter(endsHead)).toHaveLength(1);
    },
  );

  it.each([
    "",
    "<head><title>a</title>",
    "<script>'</head><body>'</script>",
    "<!-- </head> -->",
    "</body>",
    "<header>",
  ])("is not in %j", (html) => {
    expect(Array.from(markupTokens(html)).filter(endsHead)).toEqual([]);
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

  it("asks once, when the head has ended, wherever its end is cut", () => {
    for (const end of ["</head>", "</HEAD>", "<body>"]) {
      const page = `<title>é</title>${end}more</head>`;
      const lengths = Array.from(Buffer.from(page), (_, index) => index + 1);
      const first = Buffer.byteLength(`<title>é</title>${end}`);
      expect(asked(page, lengths)).toEqual([first]);
      for (const length of lengths.slice(0, first - 1)) expect(asked(page, [length, first + 2])).toEqual([first + 2]);
    }
    expect(asked("<title>a</title>", [4, 8, 16])).toEqual([]);
  });

  it("stops when the page is enough", () => {
    const stops = enoughAfterHead((decoded) => decoded.length > 10);
    expect([4, 12].map((length) => stops(Buffer.from("</head>aaaaa".slice(0, length))))).toEqual([false, true]);
  });
});
