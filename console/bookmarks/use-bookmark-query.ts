import { useMemo } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { preferences } from "../device/preferences.ts";
import type { BookmarkQuery } from "./bookmark-query.ts";
import { queryAddress, readQuery } from "./bookmark-query.ts";

/** The query of the list, which is the page's address, and a function that changes parts of it. */
export function useBookmarkQuery(): readonly [BookmarkQuery, (changes: Partial<BookmarkQuery>) => void] {
  const { url, route } = useLocation();
  const { sort } = preferences.value;
  const query = useMemo(() => readQuery(url, sort), [url, sort]);
  // The address may have changed since: the search box waits for a pause.
  const change = (changes: Partial<BookmarkQuery>) =>
    route(
      queryAddress({ ...readQuery(location.pathname + location.search, preferences.value.sort), ...changes }),
      true,
    );
  return [query, change];
}
