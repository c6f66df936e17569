import { useMemo } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import type { ListQuery } from "./list-query.ts";
import { queryAddress, readQuery } from "./list-query.ts";

/** The query of the list, which is the page's address, and a function that changes parts of it. */
export function useListQuery(): readonly [ListQuery, (changes: Partial<ListQuery>) => void] {
  const { url, route } = useLocation();
  const query = useMemo(() => readQuery(url), [url]);
  // The address may have changed since: the search box waits for a pause.
  const change = (changes: Partial<ListQuery>) =>
    route(queryAddress({ ...readQuery(location.pathname + location.search), ...changes }), true);
  return [query, change];
}
