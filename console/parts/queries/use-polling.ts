import { useEffect, useRef } from "preact/hooks";

/**
 * Reads something repeatedly while the page is visible and there is a network.
 *
 * @param everyMs null: not now
 */
export function usePolling(everyMs: number | null, reload: () => void): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
