// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { blockAt, blocksOf, placeAt } from "../../../console/reading/place.ts";

function textOf(html: string): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}
const contents = (blocks: readonly Element[]) => blocks.map(({ textContent }) => textContent);
/** Blocks of 100 pixels, one below the other. */
function laidOut(count: number, scrolled = 0): readonly Element[] {
  const blocks = blocksOf(textOf(Array.from({ length: count }, (_, index) => `<p>Block ${index}</p>`).join("")));
  for (const [index, block] of blocks.entries()) {
    block.getBoundingClientRect = () => ({ bottom: (index + 1) * 100 - scrolled }) as DOMRect;
  }
  return blocks;
}

describe("the blocks of a text", () => {
  it("are the innermost that have text", () => {
    const text = textOf(
      "<h2>A</h2><blockquote><p>B</p><p>C</p></blockquote><ul><li>D</li><li><p>E</p></li></ul><figure><img></figure><p> </p><pre>F</pre>",
    );
    expect(contents(blocksOf(text))).toEqual(["A", "B", "C", "D", "E", "F"]);
  });
});

describe("the place of a person who reads", () => {
  it.each([
    [0, 0],
    [49, 0],
    [50, 1],
    [149, 1],
    [900, 9],
    [5_000, 9],
  ])("%i pixels down is block %i", (scrolled, block) => {
    expect(placeAt(laidOut(10, scrolled), 50)).toEqual({ block, beginning: `Block ${block}` });
  });

  it.each([
    [2, 1],
    [3, 4],
    [9, 4],
  ])("is the nearest of those that begin in the same way: of 1 and 4, from %i, %i", (block, nearest) => {
    const blocks = blocksOf(textOf("<p>A</p><p>B</p><p>C</p><p>D</p><p>B</p>"));
    expect(blockAt(blocks, { block, beginning: "B" })).toBe(blocks[nearest]);
  });

  it("is none in a text without blocks", () => {
    expect(placeAt([], 50)).toBeNull();
  });

  it("is told by the first letters of its block", () => {
    const blocks = blocksOf(textOf(`<p> ${"x".repeat(61)}</p>`));
    expect(placeAt(blocks, 50)).toEqual({ block: 0, beginning: "x".repeat(60) });
  });

  it("is found again by its number, and by how it begins when others are before it now", () => {
    const at = (html: string, block: number, beginning: string) =>
      blockAt(blocksOf(textOf(html)), { block, beginning })?.textContent;
    expect(at("<p>A</p><p>B</p><p>C</p>", 1, "B")).toBe("B");
    expect(at("<p>New</p><p>New</p><p>A</p><p>B</p>", 1, "B")).toBe("B");
    // What was read is gone: the same share of the text is as near as can be.
    expect(at("<p>A</p><p>D</p>", 1, "B")).toBe("D");
    expect(at("<p>A</p><p>D</p>", 7, "B")).toBe("D");
    expect(at("", 1, "B")).toBeUndefined();
  });
});
