import type { Place } from "../library/text-storage.ts";

/** The blocks of a text: a person's place is one of these. */
const BLOCKS = "p, h2, h3, h4, li, pre, blockquote, figure, tr, dt, dd";
/** Characters that tell one block from another. */
const BEGINNING = 60;

/** The blocks of a text, in their order. Those without text, such as images, and those that hold others are none. */
export function blocksOf(text: ParentNode): readonly Element[] {
  return Array.from(text.querySelectorAll(BLOCKS)).filter(
    (block) => block.querySelector(BLOCKS) === null && beginningOf(block) !== "",
  );
}

/**
 * The place of a reader: the first block that extends below a line.
 *
 * @param line pixels from the top of the window
 * @returns null for a text without blocks
 */
export function placeAt(blocks: readonly Element[], line: number): Place | null {
  // A binary search: a text may have thousands of blocks.
  let from = 0;
  let to = blocks.length - 1;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((blocks[middle]?.getBoundingClientRect().bottom ?? 0) > line) to = middle;
    else from = middle + 1;
  }
  const block = blocks[from];
  return block === undefined ? null : { block: from, beginning: beginningOf(block) };
}

/** The block at which a person was; in a text that was read again, the nearest one that begins in the same way. */
export function blockAt(blocks: readonly Element[], { block, beginning }: Place): Element | null {
  const same = blocks.flatMap((each, index) => (beginningOf(each) === beginning ? [index] : []));
  const nearest = same.sort((one, other) => Math.abs(one - block) - Math.abs(other - block))[0];
  return blocks[nearest ?? Math.min(block, blocks.length - 1)] ?? null;
}

function beginningOf(block: Element): string {
  return block.textContent.trim().slice(0, BEGINNING);
}
