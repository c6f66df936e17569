import type { Place } from "../../client/index.ts";
import type { KeptPlace } from "../library/text-storage.ts";
import { offsetAt, topOfCharacter } from "./block-text.ts";

/** The blocks of a text: a person's place is in one of these. Places of all devices count them (docs/client.md). */
const BLOCKS = "p, h2, h3, h4, li, pre, blockquote, figure, tr, dt, dd";
/** Characters that tell one block from another. */
const BEGINNING = 60;

/** A place in a text as it is on the screen, without its time. */
export type ShownPlace = Omit<KeptPlace, "at">;

/** The blocks of a text, in their order. Those without text, such as images, and those that hold others are none. */
export function blocksOf(text: ParentNode): readonly Element[] {
  return Array.from(text.querySelectorAll(BLOCKS)).filter(
    (block) => block.querySelector(BLOCKS) === null && beginningOf(block) !== "",
  );
}

/**
 * The place of a reader: the first line of the first block that extends below a line of the window.
 *
 * @param line pixels from the top of the window
 * @returns null for a text without blocks
 */
export function placeAt(text: Element, blocks: readonly Element[], line: number): ShownPlace | null {
  // A binary search: a text may have thousands of blocks.
  let from = 0;
  let to = blocks.length - 1;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((blocks[middle]?.getBoundingClientRect().bottom ?? 0) > line) to = middle;
    else from = middle + 1;
  }
  const block = blocks[from];
  if (block === undefined) return null;
  const offset = offsetAt(block, line);
  return { block: from, offset, progress: progressAt(text, line), beginning: beginningOf(block) };
}

/** The part of a text that is read, from 0 at its beginning to 1 when its end is in the window. */
export function progressAt(text: Element, line: number): number {
  const { top, height } = text.getBoundingClientRect();
  const way = height - (innerHeight - line);
  // A text that is lower than the window is read when it is shown.
  if (way <= 0) return top + height <= innerHeight ? 1 : 0;
  return Math.round(Math.min(1, Math.max(0, (line - top) / way)) * 10_000) / 10_000;
}

/**
 * Where a place is now, in pixels from the top of the window. In a text that was read again, it is in the nearest block that
 * begins in the same way; without one in the block of its number, or where that is missing, after the same part of the text.
 *
 * @param place with the beginning of its block where this device has shown it
 * @param line at which it is to be, which a part of the text is told by
 */
export function topOf(
  text: Element,
  blocks: readonly Element[],
  { block, offset, progress, beginning }: Place & Partial<KeptPlace>,
  line: number,
): number {
  const same = blocks.flatMap((each, index) => (beginningOf(each) === beginning ? [index] : []));
  const nearest = same.sort((one, other) => Math.abs(one - block) - Math.abs(other - block))[0];
  const found = blocks[nearest ?? block];
  if (found !== undefined) return topOfCharacter(found, offset);
  const { top, height } = text.getBoundingClientRect();
  return top + progress * Math.max(0, height - (innerHeight - line));
}

function beginningOf(block: Element): string {
  return block.textContent.trim().slice(0, BEGINNING);
}
