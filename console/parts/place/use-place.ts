import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ListPlace } from "./list-place.ts";
import { goToPlace, readPlace, storedPlace, storePlace } from "./list-place.ts";

/**
 * The place in a list at which a person left it, if it is opened with the same query again; null for its beginning.
 *
 * @param list the path of its screen
 * @param address with its query
 */
export function useBegunPlace(list: string, address: string): ListPlace | null {
  const [begun] = useState(() => {
    const stored = storedPlace(list);
    return stored?.address === address ? stored : null;
  });
  return begun;
}

/**
 * Brings a person back to a place in a list, and keeps the place over other screens, a reload, and an app that was put away.
 *
 * @param begun where the list begins
 * @param now what of the place is not seen in the element
 */
export function useKeptPlace(
  list: string,
  element: RefObject<Element | null>,
  begun: ListPlace | null,
  now: Pick<ListPlace, "address" | "shown" | "selected"> & {
    /** Whether all that is to be shown is rendered. */
    readonly isRendered: boolean;
  },
): void {
  const wanted = useRef(begun);
  /** Of the address that shows the list. */
  const path = useRef("");
  /** When the screen goes, the next one stands above the list already, and has moved it and taken the focus. */
  const seen = useRef<Pick<ListPlace, "top" | "focused">>({ top: null, focused: null });
  const latest = useRef(now);
  latest.current = now;
  // After the router has scrolled to the top, and the screen has given its heading the focus.
  useEffect(() => {
    const [list, place] = [element.current, wanted.current];
    if (place === null || list === null) return;
    // Its item may have been deleted since.
    if (!goToPlace(list, place) && !now.isRendered) return;
    wanted.current = null;
    // Items that have come near the window are measured in the next frame, and move the place.
    requestAnimationFrame(() => requestAnimationFrame(() => goToPlace(list, place)));
  });
  const see = () => {
    if (element.current !== null && location.pathname === path.current) seen.current = readPlace(element.current);
  };
  useEffect(see);
  const store = () => {
    if (element.current === null) return;
    const { address, shown, selected } = latest.current;
    const place = wanted.current;
    storePlace(list, place?.address === address ? place : { address, shown, selected, ...seen.current });
  };
  // The next screen, which may have a link to this address, is rendered before this one goes.
  useLayoutEffect(store, [list, now.address]);
  useLayoutEffect(() => {
    path.current = location.pathname;
    const storeHidden = () => {
      if (document.visibilityState === "hidden") store();
    };
    addEventListener("scroll", see, { passive: true });
    addEventListener("focusin", see);
    addEventListener("pagehide", store);
    document.addEventListener("visibilitychange", storeHidden);
    return () => {
      removeEventListener("scroll", see);
      removeEventListener("focusin", see);
      removeEventListener("pagehide", store);
      document.removeEventListener("visibilitychange", storeHidden);
      store();
    };
  }, [list, element]);
}
