import * as z from "zod/mini";
import { isStockId } from "./stock.ts";

/** A place in a user's list of stocks: the stock last seen, by the keys of index `by_created_at`. */
export const stockPosition = z.object({
  id: z.string().check(z.refine(isStockId)),
  created_at: z.iso.datetime({ precision: 3 }),
});
