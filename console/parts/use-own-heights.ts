import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Gives each card of a list as many tracks of the grid as it is high, also when its height changes: the cards of a column have
 * their own heights.
 *
 * @param isOn whether the list is one of cards
 * @param items what is rendered; other items are measured again
 */
export function useOwnHeights(list: RefObject<HTMLElement | null>, isOn: boolean, items: unknown): void {
  useLayoutEffect(() => {
    if (!isOn || list.current === null) return;
    // cards.css says how high a track is, and how far two cards are apart.
    const { gridAutoRows, columnGap } = getComputedStyle(list.current);
    const heights = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const tracks = Math.ceil(
          ((borderBoxSize[0]?.blockSize ?? 0) + Number.parseFloat(columnGap)) / Number.parseFloat(gridAutoRows),
        );
        (target as HTMLElement).style.setProperty("--tracks", String(tracks));
      }
    });
    for (const item of list.current.children) heights.observe(item);
    return () => heights.disconnect();
  }, [list, isOn, items]);
}
