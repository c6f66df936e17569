import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso/router";

/**
 * A function that leads from a screen to an address after a request, e.g. to the list after a deletion. It does nothing once
 * the person has gone to another screen, which may happen while the request is answered.
 */
export function useLeave(): (address: string, replace?: boolean) => void {
  const { route } = useLocation();
  const hasLeft = useRef(false);
  useEffect(
    () => () => {
      hasLeft.current = true;
    },
    [],
  );
  return (address, replace) => {
    if (!hasLeft.current) route(address, replace);
  };
}
