import type { Clock } from "../shared/clock.ts";
import { derivedId } from "../shared/derived-id.ts";
import { hasAll } from "../shared/saved-items/user-changes.ts";
import { mergedFields, namesOf } from "../shared/saved-items/user-fields.ts";
import type { Stock } from "./stock.ts";
import type { WrittenOfStock } from "./stock-fields.ts";
import { STOCK_FIELDS } from "./stock-fields.ts";
import type { StockTable } from "./stock-table.ts";

/** The fields that the user writes, none of which may change between a read and a write. */
const WRITTEN = namesOf(STOCK_FIELDS);

interface MoveServices {
  readonly items: StockTable;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Two stocks of one deck as one stock, with the earlier date. */
function joined(stock: Stock, other: Stock): WrittenOfStock & Pick<Stock, "createdAt"> {
  return {
    ...mergedFields<WrittenOfStock>(STOCK_FIELDS, stock, other),
    createdAt: [stock.createdAt, other.createdAt].sort()[0] ?? stock.createdAt,
  };
}

/**
 * Gives a stock the new address of its deck, and makes the id of that address stand for the stock: a stock that the
 * user has saved under that address is merged into it, so that a deck has one stock whichever of its addresses is
 * saved. The new address is written last: once a stock has it, the id stands for the stock. If the function stops
 * between two writes, nothing is lost, and a repetition completes the move. A stock that was deleted meanwhile stays
 * deleted.
 *
 * @throws Error when other requests changed one of both stocks in each of five attempts
 */
export async function moveStock({ userId, id }: Stock, canonicalUrl: string, services: MoveServices): Promise<void> {
  const { items, clock, newId } = services;
  const guard = { asRead: WRITTEN, mark: "canonicalUrl" } as const;
  const key = { userId, id: derivedId(userId, canonicalUrl) };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const stock = await items.get({ userId, id });
    if (stock === null) return;
    const { item, mergedInto } = await items.getWithCreations(key);
    const other = item ?? (mergedInto === null ? null : await items.getStaying({ userId, id: mergedInto }));
    const deletion = { id: newId(), at: clock.now() };
    if (other?.id === id) {
      const changes = { memo: stock.memo, canonicalUrl };
      if (hasAll(stock, changes) || (await items.saveChanges(stock, changes, clock.now(), guard)) !== null) return;
    } else if (other === null) {
      await items.standFor(key, id, mergedInto, deletion);
    } else {
      const both = joined(stock, other);
      const hasBoth =
        hasAll(stock, both) || (await items.saveChanges(stock, both, clock.now(), { asRead: WRITTEN })) !== null;
      if (hasBoth) await items.delete(other, deletion, { into: id, read: other, asRead: WRITTEN });
    }
  }
  throw new Error("Other requests keep changing the stocks of a renamed deck.");
}
