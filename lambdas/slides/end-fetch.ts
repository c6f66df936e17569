import type { Provider } from "./providers.ts";
import { metadataWithoutAnswer } from "./readers/deck-metadata.ts";
import type { Stock } from "./stock.ts";
import type { StockTable } from "./stock-table.ts";

/** The state of a stock after its fetch was given up. */
export type EndedFetch =
  | { readonly status: "ready"; readonly titleAbsence: string | undefined }
  | { readonly status: "failed" }
  /** The stock does not exist or is not pending, or a newer fetch was requested: nothing was written. */
  | { readonly status: "unchanged" };

/**
 * Ends the fetch of a stock after it was given up: the stock becomes `ready` without a title if the URL alone determines the
 * embed URL, else `failed`. Both the worker and reconcile call it.
 *
 * @param deck null for a message whose deck can't be parsed
 * @param code why the fetch was given up
 */
export async function endFetch(
  stocks: StockTable,
  stock: Pick<Stock, "userId" | "id" | "workId">,
  deck: { readonly provider: Provider; readonly canonicalUrl: string } | null,
  code: string,
  now: Date,
): Promise<EndedFetch> {
  const write = { workId: stock.workId, now };
  const outcome = deck === null ? null : metadataWithoutAnswer(deck, code);
  if (outcome?.kind === "metadata") {
    const saved = await stocks.complete(stock, outcome.metadata, write);
    return saved !== null ? { status: "ready", titleAbsence: outcome.titleAbsence } : { status: "unchanged" };
  }
  return { status: (await stocks.fail(stock, { code }, write)) ? "failed" : "unchanged" };
}
