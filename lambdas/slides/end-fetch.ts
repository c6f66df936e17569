import { metadataWithoutAnswer } from "./deck-metadata.ts";
import type { Provider } from "./deck-url.ts";
import type { Stock } from "./stock.ts";
import type { StockKey, StockTable } from "./stock-table.ts";

/** How a fetch that is given up has left its stock. */
export type EndedFetch =
  | { readonly status: "ready"; readonly titleAbsence: string | undefined }
  | { readonly status: "failed" }
  /** The stock is gone, has an answer already, or a newer fetch was requested: nothing was written. */
  | { readonly status: "unchanged" };

/**
 * Ends the fetch of a stock that is given up: `ready` without a title where the URL alone gives the embed URL, else
 * `failed`. The worker and reconcile end a fetch alike.
 *
 * @param deck null for a message whose deck can't be read
 * @param code why the fetch is given up
 */
export async function endFetch(
  stocks: StockTable,
  stock: StockKey & Pick<Stock, "fetchId">,
  deck: { readonly provider: Provider; readonly canonicalUrl: string } | null,
  code: string,
  now: Date,
): Promise<EndedFetch> {
  const outcome = deck === null ? null : metadataWithoutAnswer(deck, code);
  if (outcome?.kind === "metadata") {
    const saved = await stocks.saveMetadata(stock, stock.fetchId, outcome.metadata, now);
    return saved ? { status: "ready", titleAbsence: outcome.titleAbsence } : { status: "unchanged" };
  }
  return { status: (await stocks.saveFailure(stock, stock.fetchId, code, now)) ? "failed" : "unchanged" };
}
