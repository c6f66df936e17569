import { useEffect } from "preact/hooks";

/** Reads something again and again while the page is looked at and there is a network. */
export function usePolling(everyMs: number, reload: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
}
