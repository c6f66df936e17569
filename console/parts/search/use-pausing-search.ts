import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/**
 * Milliseconds without a key before the search: the address follows it, and Safari allows 100 changes of the address in
 * 30 s (WebKit, `History::stateObjectAdded`).
 */
const PAUSE_MS = 300;

export interface PausingSearch {
  /** Searches now, unless the results are of this search already. */
  readonly now: (words: string) => void;
  readonly later: (words: string) => void;
  readonly cancel: () => void;
}

/**
 * Searches while a person types, with pauses.
 *
 * @param value what is searched for
 * @param onOther called with what is searched for when something else has changed it, e.g. the button Back
 */
export function usePausingSearch(
  value: string,
  onSearch: (words: string) => void,
  onOther: (value: string) => void,
): PausingSearch {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(value);
  // Of the last rendering: what a search keeps, such as the list's filters, may have changed while the search waited.
  const searching = useRef(onSearch);
  searching.current = onSearch;
  const cancel = () => clearTimeout(timer.current);
  useLayoutEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    cancel();
    onOther(value);
  }, [value]);
  useEffect(() => cancel, []);
  const now = (words: string) => {
    cancel();
    if (words === asked.current) return;
    asked.current = words;
    searching.current(words);
  };
  const later = (words: string) => {
    cancel();
    const { pathname } = location;
    // The box stays while the next screen is being loaded: a search would return to this one.
    timer.current = setTimeout(() => {
      if (location.pathname === pathname) now(words);
    }, PAUSE_MS);
  };
  return { now, later, cancel };
}
