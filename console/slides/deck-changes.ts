import type { Stock, StockChanges } from "../../client/index.ts";
import { isSame } from "../parts/tags/tag-list.ts";

/** What a person has written about a deck. */
export interface DeckForm {
  readonly memo: string;
  readonly tags: readonly string[];
}

/** The changes to send for a form; null when nothing was changed. */
export function deckChanges(stock: Pick<Stock, "memo" | "tags">, { memo, tags }: DeckForm): StockChanges | null {
  const newMemo = memo.trim();
  const changes: StockChanges = {
    ...(newMemo === (stock.memo ?? "").trim() ? {} : { memo: newMemo === "" ? null : newMemo }),
    ...(isSame(tags, stock.tags) ? {} : { tags: [...tags] }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
