import { useEffect, useState } from "preact/hooks";

/** Items of a list that are rendered before the page is painted; more than a screen shows, few enough for a slow phone. */
const STEP = 10;

/**
 * How many items of a list are rendered now: some more after each paint, so that a person sees the first ones early, and
 * the page answers in between.
 *
 * @param list another list begins with its first items
 * @param count how many of them are to be shown
 */
export function useGradually(list: unknown, count: number): number {
  const [state, setState] = useState({ list, rendered: STEP });
  const rendered = Math.min(state.list === list ? state.rendered : STEP, count);
  useEffect(() => {
    if (rendered < count) setState({ list, rendered: rendered + STEP });
  }, [list, rendered, count]);
  return rendered;
}
