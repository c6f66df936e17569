import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { readSearch } from "../../../client/search.ts";

/**
 * Marks what a search has found in a list, after each change of it. The marks are no elements, so that the texts stay as they
 * are; a browser without CSS custom highlights shows none.
 *
 * @param shown changes with what the list shows
 */
export function useHighlight(list: RefObject<HTMLElement | null>, q: string, shown: unknown): void {
  useEffect(() => {
    const { texts } = readSearch(q);
    if (texts.length === 0 || !("highlights" in CSS)) return;
    let isOver = false;
    import("./highlight.ts").then(
      ({ highlight }) => {
        if (!isOver && list.current !== null) highlight(list.current, texts);
      },
      (error: unknown) => console.error(error),
    );
    return () => {
      isOver = true;
      CSS.highlights.clear();
    };
  }, [q, shown]);
}
