import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { SyncedThing, SyncFilter } from "../../client/index.ts";
import { useSignedIn } from "../shell/signed-in.ts";

/** What a list shows. */
export interface FoundThings {
  readonly things: readonly SyncedThing[];
  /** Whether a search is under way: `things` is what was listed before it. */
  readonly isSearching: boolean;
}

/**
 * The things that fit a search and a filter, newest first. Soon after the start a search has to wait for the texts that it
 * reads; the page answers meanwhile.
 *
 * @param q empty for all that fits the filter
 */
export function useThings(q: string, filter: SyncFilter): FoundThings {
  const { library } = useSignedIn();
  const { synced } = library;
  const revision = library.revision.value;
  const [, setPrepared] = useState(0);
  const latest = useRef<readonly SyncedThing[]>([]);
  const isSearch = q.trim() !== "";
  const isSearching = isSearch && !synced.isPrepared;
  useEffect(() => {
    if (!isSearching) return;
    synced.prepare().then(
      () => setPrepared((times) => times + 1),
      (error: unknown) => console.error(error),
    );
  }, [isSearching, synced, revision]);
  // Another list after each revision.
  const things = useMemo(() => {
    if (isSearching) return latest.current;
    return isSearch ? synced.search(q, filter) : synced.list(filter);
  }, [synced, revision, isSearching, q, JSON.stringify(filter)]);
  latest.current = things;
  return { things, isSearching };
}
