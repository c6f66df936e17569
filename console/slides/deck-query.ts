import type { Sort, SyncFilter } from "../../client/index.ts";
import type { Provider } from "../../lambdas/slides/providers.ts";
import { PROVIDERS } from "../../lambdas/slides/providers.ts";
import { addressWith, valuesIn } from "../parts/address-with.ts";
import type { MarkChoice } from "../parts/marks/marks.ts";
import { markIn } from "../parts/marks/marks.ts";
import { sortIn } from "../parts/search/sort-in.ts";

/** What the list of decks shows, as it stands in the screen's address. */
export interface DeckQuery {
  readonly q: string;
  /** All of them must be there. */
  readonly tags: readonly string[];
  readonly status: "" | "pending" | "ready" | "failed";
  readonly provider: "" | Provider;
  readonly mark: MarkChoice;
  readonly sort: Sort;
}

/** The path of the list. */
export const LIST = "/app/slides";

export const STATUSES = ["pending", "ready", "failed"] as const;

/** Reads an address of the list; unknown values count as none. */
export function readQuery(address: string, preset: Sort = "newest"): DeckQuery {
  return {
    q: valuesIn(address, "q")[0] ?? "",
    tags: valuesIn(address, "tag"),
    status: STATUSES.find((status) => status === valuesIn(address, "status")[0]) ?? "",
    provider: PROVIDERS.find((provider) => provider === valuesIn(address, "provider")[0]) ?? "",
    mark: markIn(address),
    sort: sortIn(address, preset),
  };
}

/** The address of the list with this query. */
export function queryAddress(query: Partial<DeckQuery>): string {
  return addressWith(LIST, parametersOf(query));
}

/** The address of a deck that is opened from the list with this query. */
export function deckAddress(id: string, query: DeckQuery): string {
  return addressWith(`${LIST}/${encodeURIComponent(id)}`, parametersOf(query));
}

function parametersOf({
  tags,
  sort = "newest",
  ...query
}: Partial<DeckQuery>): Record<string, string | readonly string[]> {
  return { ...query, tag: tags ?? [], sort: sort === "newest" ? "" : sort };
}

/** The filter of a query, beside its search and its mark. */
export function deckFilter({ tags, status, provider, sort }: DeckQuery): SyncFilter {
  return {
    type: "stock",
    tag: tags,
    sort,
    ...(status === "" ? {} : { status }),
    ...(provider === "" ? {} : { provider }),
  };
}
