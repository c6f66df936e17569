import { useEffect, useState } from "preact/hooks";

/** Items of a list that are rendered before the page is painted: as many as a phone shows. */
const FIRST = 6;
/** Items that are rendered after each paint. Each time, those before are compared as well: few steps cost less than many. */
const STEP = 11;

/**
 * How many items of a list are rendered now: some more after each paint, so that a person sees the first ones early, and
 * the page answers in between.
 *
 * @param list another list begins with its first items
 * @param count how many of them are to be shown
 */
export function useGradually(list: unknown, count: number): number {
  const [state, setState] = useState({ list, rendered: FIRST });
  const rendered = Math.min(state.list === list ? state.rendered : FIRST, count);
  useEffect(() => {
    if (rendered < count) setState({ list, rendered: rendered + STEP });
  }, [list, rendered, count]);
  return rendered;
}
