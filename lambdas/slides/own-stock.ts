import { isDerivedId } from "../shared/derived-id.ts";
import type { Caller } from "../shared/http/caller.ts";
import { notFound } from "../shared/http/rejected.ts";
import type { StockKey } from "./stock-item.ts";

/** 404 for a stock that does not exist or belongs to another user. */
export const stockNotFound = () => notFound("stock");

/** The key of the caller's stock that a path names. @throws Rejected 404 for an id that no stock can have */
export function ownStock(caller: Caller, id: string): StockKey {
  if (!isDerivedId(id)) throw stockNotFound();
  return { userId: caller.userId, id };
}
