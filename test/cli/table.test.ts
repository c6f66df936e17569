import { describe, expect, it } from "vitest";
import { table } from "../../lib/cli/table.ts";

describe("table", () => {
  it("has aligned columns, numbers to the right, a dash for empty values", () => {
    const items = [
      { name: "lens", price: 980, is_sold: true },
      { name: "camera", price: 12_000, is_sold: null },
    ];
    const lines = table<(typeof items)[number]>(["name", "price", "is_sold"], items).split("\n");
    expect(lines).toEqual(["NAME    PRICE  IS SOLD", "lens      980  yes", "camera  12000  -"]);
  });

  it("shows under a head another field, or the result of a function of the item", () => {
    const items = [{ name: "lens", price: 980 }, { name: "camera" }];
    const drawn = table<{ name: string; price?: number }>(
      [
        ["what", "name"],
        ["twice", ({ price }) => price && 2 * price],
      ],
      items,
    );
    expect(drawn.split("\n")).toEqual(["WHAT    TWICE", "lens     1960", "camera      -"]);
  });

  it("counts wide characters as two columns", () => {
    const items = [
      { name: "カメラ", error: "取得に失敗" },
      { name: "ab", error: "refused" },
      { name: "ｶﾒﾗ", error: "é" },
    ];
    const lines = table<(typeof items)[number]>(["name", "error"], items).split("\n");
    expect(lines).toEqual(["NAME    ERROR", "カメラ  取得に失敗", "ab      refused", "ｶﾒﾗ     é"]);
  });

  it("has the parts of a list in one cell, a dash for none", () => {
    const items: { tags: string[] }[] = [{ tags: ["tea", "birds\n"] }, { tags: [] }];
    expect(table(["tags"], items)).toBe("TAGS\ntea, birds\n-");
  });

  it("has a dash for a text without a character to see, so that a row has all its columns", () => {
    const items = [
      { title: "", url: "a" },
      { title: " \n", url: "b" },
    ];
    expect(table<(typeof items)[number]>(["title", "url"], items)).toBe("TITLE  URL\n-      a\n-      b");
  });

  it("is its head when there are no rows", () => {
    expect(table<{ name: string; depth: number }>(["name", "depth"], [])).toBe("NAME  DEPTH");
  });

  it.each([
    ["line breaks", "one\r\ntwo\u2028three", "one two three"],
    ["escape sequences", "\u001b[31mred\u009b0m", " [31mred 0m"],
    ["bidi controls", "a\u202eb\u2066c", "a b c"],
  ])("keeps %s out of the terminal", (_, text, shown) => {
    expect(table(["text"], [{ text }])).toBe(`TEXT\n${shown}`);
  });
});
