import type { MagpieClient } from "../../../client/index.ts";

/** As many as one request may ask for: the latest announced ones. */
const LATEST = 100;

/**
 * The addresses of recommended sites that have not answered when they were notified. Without the list of deliveries there
 * are none: the screen of deliveries says why.
 */
export async function unreachedSites(
  recommendations: Pick<MagpieClient["recommendations"], "allDeliveriesPage">,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const failed = await recommendations
    .allDeliveriesPage({ status: "failed", limit: LATEST }, { signal })
    .catch(() => ({ deliveries: [] }));
  return new Set(failed.deliveries.flatMap(({ target, last_status_code: code }) => (code === null ? [target] : [])));
}
