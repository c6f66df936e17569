import { isDerivedId } from "../shared/derived-id.ts";
import type { Caller } from "../shared/http/caller.ts";
import { notFound } from "../shared/http/rejected.ts";
import type { StockKey } from "./stock-table.ts";

/** The refusal of a stock that is not there, or not the caller's. */
export const stockNotFound = () => notFound("stock");

/** The key of the caller's stock that a path names. @throws Rejected 404 when no stock can have such an id */
export function ownStock(caller: Caller, id: string): StockKey {
  if (!isDerivedId(id)) throw stockNotFound();
  return { userId: caller.userId, id };
}
