import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { SyncedItem, SyncFilter } from "../../../client/index.ts";
import { readSearch, timeZone } from "../../../client/search.ts";
import { useSignedIn } from "../../library/signed-in.ts";

export interface FoundItems {
  readonly items: readonly SyncedItem[];
  /** Whether a search is under way: `items` is what was listed before it. */
  readonly isSearching: boolean;
}

/**
 * The items that fit a search and a filter; what was listed before, while a value of the search can't be read. Soon after
 * the start a search has to wait for the texts that it reads; the page answers meanwhile.
 *
 * @param q empty for all that fits the filter
 */
export function useFoundItems(q: string, filter: SyncFilter): FoundItems {
  const { library } = useSignedIn();
  const { synced } = library;
  const revision = library.revision.value;
  const [, setPrepared] = useState(0);
  const latest = useRef<readonly SyncedItem[]>([]);
  const isSearch = q.trim() !== "";
  const isReadable = useMemo(() => readSearch(q).problems.length === 0, [q]);
  const isByText = isSearch || filter.sort === "title" || filter.sort === "site";
  const isSearching = isByText ? !synced.isPrepared : filter.sort === "oldest" && !library.state.value.isRead;
  useEffect(() => {
    if (!isSearching) return;
    synced.prepare().then(
      () => setPrepared((times) => times + 1),
      (error: unknown) => console.error(error),
    );
  }, [isSearching, synced, revision]);
  // The list changes with each revision.
  const items = useMemo(() => {
    if (isSearching || !isReadable) return latest.current;
    return isSearch ? synced.search(q, { ...filter, tz: timeZone() }) : synced.list(filter);
  }, [synced, revision, isSearching, q, JSON.stringify(filter)]);
  latest.current = items;
  return { items, isSearching };
}
