import { addressWith, valuesIn } from "../parts/address-with.ts";

/** The path of the list. */
export const LIST = "/app/tags";

export const ORDERS = ["use", "name"] as const;

/** Which tags are listed, and in which order. */
export interface TagQuery {
  /** As it was typed; empty for all. */
  readonly q: string;
  readonly sort: (typeof ORDERS)[number];
}

/** Reads an address of the list. An unknown order is ignored. */
export function readQuery(address: string): TagQuery {
  const sort = ORDERS.find((each) => each === valuesIn(address, "sort")[0]) ?? "use";
  return { q: valuesIn(address, "q")[0] ?? "", sort };
}

/** The address of the list with this query. */
export function queryAddress({ q, sort }: TagQuery): string {
  return addressWith(LIST, { q, sort: sort === "use" ? "" : sort });
}
