import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

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
 * @param page how many items `Show more` adds, and how many are rendered at first
 * @param begun how many are rendered at first in place of that
 */
export function useShown(query: string, page: number, begun = page): Shown {
  const [state, setState] = useState({ query, count: begun });
  const count = state.query === query ? state.count : page;
  const list = useRef<HTMLUListElement>(null);
  const first = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (first.current === null) return;
    list.current?.children[first.current]?.querySelector<HTMLElement>("h2 a, button")?.focus();
    first.current = null;
  }, [count]);
  const more = () => {
    first.current = count;
    setState({ query, count: count + page });
  };
  return { count, list, more };
}
