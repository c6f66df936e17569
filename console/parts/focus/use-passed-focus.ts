import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { focusBefore } from "./focus-next.ts";

/**
 * The ref of an element that may disappear by what is pressed in it, together with the component: if it has the focus then, that
 * goes to the heading before it.
 */
export function usePassedFocus<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    // The element is still on the page.
    return () => {
      if (element?.contains(document.activeElement)) focusBefore(element);
    };
  }, []);
  return ref;
}
