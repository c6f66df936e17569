import { useEffect } from "preact/hooks";
import type { Delivery } from "../../../client/index.ts";

/** Deliveries under way are read again after these milliseconds. */
const AGAIN_MS = 2_000;

/** Reads deliveries again and again while one of them is pending, until that fails. */
export function useWhilePending(
  deliveries: readonly Delivery[],
  { isLoading, error, reload }: { readonly isLoading: boolean; readonly error: unknown; readonly reload: () => void },
): void {
  const isPending = deliveries.some(({ status }) => status === "pending");
  useEffect(() => {
    if (!isPending || isLoading || error !== null) return;
    const timer = setTimeout(reload, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isPending, isLoading, error, reload]);
}
