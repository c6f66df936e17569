import { SearchX } from "lucide";
import { useLocation } from "preact-iso/router";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { markTexts } from "../parts/marks/mark-texts.ts";
import { partTexts } from "../parts/part-texts.ts";
import { Elsewhere } from "../parts/search/elsewhere.tsx";
import { EmptyState } from "../parts/states/empty-state.tsx";
import type { ListQuery } from "./list-query.ts";
import { isWholeList } from "./list-query.ts";

/** Shown instead of a list when nothing fits its query. */
export function NoItems({
  query,
  path,
  noneFound,
}: {
  readonly query: ListQuery;
  /** Of the whole list. */
  readonly path: string;
  readonly noneFound: string;
}) {
  const { route } = useLocation();
  const { q, mark } = query;
  const isByMark = mark !== "" && isWholeList({ ...query, mark: "" });
  return (
    <EmptyState picture={<Icon icon={SearchX} />} text={isByMark ? translations(markTexts).none[mark] : noneFound}>
      <button type="button" onClick={() => route(path, true)}>
        {translations(partTexts).noFilter}
      </button>
      <Elsewhere q={q} />
    </EmptyState>
  );
}
