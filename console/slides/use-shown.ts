import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** How many items of a long list are rendered at first, and added by `Show more`. */
const PAGE = 50;

/** The part of a list that is rendered. */
export interface Shown {
  readonly count: number;
  /** The list's element. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** Shows more; the focus goes to the first of them, since the button may have gone. */
  readonly more: () => void;
}

/**
 * @param query what is listed; another query begins at the top
 * @param begun how many items are rendered at first
 */
export function useShown(query: string, begun = PAGE): Shown {
  const [state, setState] = useState({ query, count: begun });
  const count = state.query === query ? state.count : PAGE;
  const list = useRef<HTMLUListElement>(null);
  const first = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (first.current === null) return;
    list.current?.children[first.current]?.querySelector<HTMLElement>("h2 a, button")?.focus();
    first.current = null;
  }, [count]);
  const more = () => {
    first.current = count;
    setState({ query, count: count + PAGE });
  };
  return { count, list, more };
}
