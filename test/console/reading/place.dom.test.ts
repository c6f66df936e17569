// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { offsetAt, topOfCharacter } from "../../../console/reading/block-text.ts";
import { blocksOf, placeAt, progressAt, topOf } from "../../../console/reading/place.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function textOf(html: string): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}
const contents = (blocks: readonly Element[]) => blocks.map(({ textContent }) => textContent);
const BLOCK = 100;
const LINE = 50;
/** Blocks of 100 pixels, one below the other, in a window of 550 pixels, of which the bar of tools covers 50. */
function laidOut(html: string, scrolled = 0): readonly [text: HTMLElement, blocks: readonly Element[]] {
  const text = textOf(html);
  const blocks = blocksOf(text);
  const rect = (top: number, height: number) => ({ top, height, bottom: top + height }) as DOMRect;
  vi.stubGlobal("innerHeight", 550);
  text.getBoundingClientRect = () => rect(-scrolled, blocks.length * BLOCK);
  for (const [index, block] of blocks.entries()) {
    block.getBoundingClientRect = () => rect(index * BLOCK - scrolled, BLOCK);
  }
  return [text, blocks];
}
const TEN = Array.from({ length: 10 }, (_, index) => `<p>Block ${index}</p>`).join("");

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
    [0, 0, 0.1],
    [49, 0, 0.198],
    [50, 1, 0.2],
    [149, 1, 0.398],
    [450, 5, 1],
  ])("%i pixels down is block %i, and %d of the text is read", (scrolled, block, progress) => {
    const place = placeAt(...laidOut(TEN, scrolled), LINE);
    expect(place).toEqual({ block, offset: 0, progress, beginning: `Block ${block}` });
  });

  it("is after the last block when all are above, none without blocks, and told by the first letters of its block", () => {
    expect(placeAt(...laidOut(TEN, 5_000), LINE)).toMatchObject({ block: 9, offset: 7, progress: 1 });
    expect(placeAt(...laidOut(""), LINE)).toBeNull();
    expect(placeAt(...laidOut(`<p> ${"x".repeat(61)}</p>`), LINE)).toMatchObject({ beginning: "x".repeat(60) });
  });

  it.each([
    [5, 0, 1],
    [5, 51, 1],
    [6, 0, 0.5],
    // The end of it is below the window.
    [5, -60, 0],
  ])("of a text of %i blocks that was scrolled by %i pixels has %d read", (count, scrolled, progress) => {
    const [text] = laidOut(TEN.slice(0, count * "<p>Block 0</p>".length), scrolled);
    expect(progressAt(text, LINE)).toBe(progress);
  });

  const place = { block: 1, offset: 0, progress: 0.5, at: "2026-11-20T03:00:00.000Z" };
  it.each([
    ["by its number", "<p>A</p><p>B</p><p>C</p>", 1, "B", 1],
    ["by its number, where it was left by another device", "<p>A</p><p>D</p><p>C</p>", 1, undefined, 1],
    ["by how it begins, when others are before it now", "<p>New</p><p>New</p><p>A</p><p>B</p>", 1, "B", 3],
    ["by its number, when what was read is gone", "<p>A</p><p>D</p>", 1, "B", 1],
    ["nearest, of those that begin in the same way", "<p>A</p><p>B</p><p>C</p><p>D</p><p>B</p>", 2, "B", 1],
    ["nearest, after it", "<p>A</p><p>B</p><p>C</p><p>D</p><p>B</p>", 3, "B", 4],
  ])("is found again %s", (_, html, block, beginning, found) => {
    const left = { ...place, block, ...(beginning !== undefined && { beginning }) };
    expect(topOf(...laidOut(html), left, LINE)).toBe(found * BLOCK);
  });

  it("is found again after the same part of a text that has fewer blocks now", () => {
    expect(topOf(...laidOut(TEN), { ...place, block: 40 }, LINE)).toBe(0.5 * (1_000 - 500));
    expect(topOf(...laidOut("<p>A</p>"), { ...place, block: 40 }, LINE)).toBe(0);
  });
});

describe("the lines of a block", () => {
  /** Lines of ten characters and ten pixels; the white space at their ends is nowhere. */
  function lines(html: string): Element {
    const text = textOf(html);
    const [block] = blocksOf(text);
    if (block === undefined) throw new Error("There is no block.");
    const all = block.textContent;
    vi.spyOn(Range.prototype, "getBoundingClientRect").mockImplementation(function (this: Range) {
      const before = document.createRange();
      before.setStart(block, 0);
      before.setEnd(this.startContainer, this.startOffset);
      const offset = before.toString().length;
      if (all[offset] === " ") return { top: 0, bottom: 0, height: 0 } as DOMRect;
      const top = Math.floor(offset / 10) * 10;
      return { top, bottom: top + 10, height: 10 } as DOMRect;
    });
    block.getBoundingClientRect = () => ({ top: 0, bottom: all.length, height: all.length }) as DOMRect;
    return block;
  }
  const block = () => lines("<p>Sparrows <em>live in</em> the hedge, and owls do not.</p>");

  it.each([
    [0, 0],
    [9, 0],
    [10, 10],
    [29, 20],
    // The white space at the end of the line above stands for this line.
    [45, 39],
  ])("%i pixels down, %i characters are above", (line, offset) => {
    expect(offsetAt(block(), line)).toBe(offset);
  });

  it.each([
    [0, 0],
    [9, 0],
    [17, 10],
    [25, 20],
    [99, 40],
  ])("character %i is in the line at %i pixels", (offset, top) => {
    expect(topOfCharacter(block(), offset)).toBe(top);
  });
});
