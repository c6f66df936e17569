import { describe, expect, it } from "vitest";
import { table } from "../../lib/cli/table.ts";

describe("table", () => {
  it("has aligned columns, numbers to the right, a dash for empty values", () => {
    const drawn = table(
      ["name", "price", "sold"],
      [
        ["lens", 980, true],
        ["camera", 12_000, null],
      ],
    );
    expect(drawn.split("\n")).toEqual(["NAME    PRICE  SOLD", "lens      980  yes", "camera  12000  -"]);
  });

  it("counts wide characters as two columns", () => {
    const drawn = table(
      ["name", "error"],
      [
        ["カメラ", "取得に失敗"],
        ["ab", "refused"],
        ["ｶﾒﾗ", "é"],
      ],
    );
    expect(drawn.split("\n")).toEqual(["NAME    ERROR", "カメラ  取得に失敗", "ab      refused", "ｶﾒﾗ     é"]);
  });

  it("has the parts of a list in one cell, a dash for none", () => {
    expect(table(["tags"], [[["tea", "birds\n"]], [[]]])).toBe("TAGS\ntea, birds\n-");
  });

  it("is its head when there are no rows", () => {
    expect(table(["name", "depth"], [])).toBe("NAME  DEPTH");
  });

  it.each([
    ["line breaks", "one\r\ntwo\u2028three", "one two three"],
    ["escape sequences", "\u001b[31mred\u009b0m", " [31mred 0m"],
    ["bidi controls", "a\u202eb\u2066c", "a b c"],
  ])("keeps %s out of the terminal", (_, text, shown) => {
    expect(table(["text"], [[text]])).toBe(`TEXT\n${shown}`);
  });
});
