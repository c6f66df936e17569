import type { Sort, SyncFilter } from "../../client/index.ts";
import type { Provider } from "../../lambdas/slides/providers.ts";
import { addressWith, valuesIn } from "../parts/address-with.ts";
import type { MarkChoice } from "../parts/marks/marks.ts";
import { markIn } from "../parts/marks/marks.ts";
import { sortIn } from "../parts/search/sort-in.ts";
import type { ItemType } from "./item-row.ts";

export type ItemStatus = NonNullable<SyncFilter["status"]>;

/** Which items are listed, and how. */
export interface ListQuery {
  /** As it was typed; empty for all. */
  readonly q: string;
  /** All of them must be there. */
  readonly tags: readonly string[];
  readonly status: "" | ItemStatus;
  /** Of decks. */
  readonly provider: "" | Provider;
  readonly mark: MarkChoice;
  readonly sort: Sort;
}

/** Of the whole list. */
export const NO_QUERY: ListQuery = { q: "", tags: [], status: "", provider: "", mark: "", sort: "newest" };

/** What the filters of a kind of items may be. */
export interface ListFilters {
  readonly statuses: readonly ItemStatus[];
  readonly providers: readonly Provider[];
}

/** Reads an address of a list. What is unknown is ignored. @param preset the order of an address without one */
export function readQuery({ statuses, providers }: ListFilters, address: string, preset: Sort = "newest"): ListQuery {
  return {
    q: valuesIn(address, "q")[0] ?? "",
    tags: valuesIn(address, "tag"),
    status: statuses.find((each) => each === valuesIn(address, "status")[0]) ?? "",
    provider: providers.find((each) => each === valuesIn(address, "provider")[0]) ?? "",
    mark: markIn(address),
    sort: sortIn(address, preset),
  };
}

/** The address of a list, or of an item that is opened from it. @param path without the query */
export function queryAddress(path: string, query: Partial<ListQuery>): string {
  const { q, tags, sort, ...others } = { ...NO_QUERY, ...query };
  return addressWith(path, {
    q: q.trim() === "" ? "" : q,
    tag: tags,
    ...others,
    sort: sort === "newest" ? "" : sort,
  });
}

/** Whether everything is listed, in whichever order. */
export function isWholeList(query: ListQuery): boolean {
  return queryAddress("", { ...query, sort: "newest" }) === "";
}

/** The filter of a query, beside its search and its mark. */
export function listFilter(type: ItemType, { tags, status, provider, sort }: ListQuery): SyncFilter {
  return { type, tag: tags, sort, ...(status === "" ? {} : { status }), ...(provider === "" ? {} : { provider }) };
}
