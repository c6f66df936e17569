import { useEffect, useRef } from "preact/hooks";

/**
 * Asks again when something other than the question has changed; what is shown stays meanwhile.
 *
 * @param change a text that differs after each change
 */
export function useRefetchOn(change: string, reload: () => void): void {
  const seen = useRef(change);
  useEffect(() => {
    if (seen.current === change) return;
    seen.current = change;
    reload();
  }, [change, reload]);
}
