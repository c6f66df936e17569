import type { Stock } from "../../client/index.ts";
import { PROVIDERS } from "../../lambdas/slides/providers.ts";
import type { ListQuery } from "../saved-items/list-query.ts";
import { queryAddress } from "../saved-items/list-query.ts";

/** The path of the list. */
export const LIST = "/app/slides";

/** What the list's filters may be. */
export const FILTERS = {
  statuses: ["pending", "ready", "failed"] satisfies Stock["status"][],
  providers: PROVIDERS,
};

/** The address of a deck that is opened from the list with this query. */
export function deckAddress(id: string, query: ListQuery): string {
  return queryAddress(`${LIST}/${encodeURIComponent(id)}`, query);
}

/** The address of the list of all decks with a tag. */
export function tagAddress(tag: string): string {
  return queryAddress(LIST, { tags: [tag] });
}
