import { useEffect, useRef } from "preact/hooks";
import type { Query } from "./use-query.ts";

/** What can be read again. */
export type Reread = Pick<Query<unknown>, "isLoading" | "reload">;

/**
 * Reads something repeatedly while the page is visible and there is a network. What is being read is not begun anew: on a slow
 * connection it would never end.
 *
 * @param everyMs null: not now
 */
export function usePolling(everyMs: number | null, answer: Reread): void {
  const latest = useRef(answer);
  latest.current = answer;
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      const { isLoading, reload } = latest.current;
      if (!isLoading && document.visibilityState === "visible" && navigator.onLine) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
