// @vitest-environment happy-dom
import { h } from "preact";
import { describe, expect, it } from "vitest";
import { Sparkline } from "../../../../console/parts/sparkline/sparkline.tsx";
import { sparklinePath } from "../../../../console/parts/sparkline/sparkline-path.ts";
import { openPage } from "../../dom/page.ts";

describe("the small line", () => {
  it.each<[string, readonly (number | null)[], number | undefined, string]>([
    ["is interrupted at a gap, and a value alone is a dot", [1, 2, null, 1], undefined, "M3 29L41 3M117 29h0"],
    ["goes on after a gap", [null, 2, 4, 3], undefined, "M41 29L79 3L117 16"],
    ["of one value is a dot at half the height", [5], undefined, "M3 16h0"],
    ["of equal values is at half the height", [5, 5], undefined, "M3 16L117 16"],
    ["of no value is none", [null], undefined, ""],
    ["begins at the lowest value that there may be", [10, 20], 0, "M3 16L117 3"],
    ["of amounts that are all 0 is at the bottom", [0, 0], 0, "M3 29L117 29"],
    ["goes below the lowest value that is expected", [-1, 1], 0, "M3 29L117 3"],
    ["has coordinates of one digit behind the point", [0, 1, 3, 2], undefined, "M3 29L41 20.3L79 3L117 11.7"],
  ])("%s", (_, values, lowest, path) => expect(sparklinePath(values, lowest)).toBe(path));

  it("is skipped by screen readers", async () => {
    await (await openPage()).show(() => h(Sparkline, { values: [1, 2], lowest: 0 }));
    const svg = document.querySelector("svg");
    expect([svg?.getAttribute("aria-hidden"), svg?.getAttribute("viewBox")]).toEqual(["true", "0 0 120 32"]);
    expect(svg?.querySelector("path")?.getAttribute("d")).toBe("M3 16L117 3");
  });
});
