import { useLocation } from "preact-iso/router";
import { translations } from "../language/language.ts";
import { markTexts } from "../parts/marks/mark-texts.ts";
import { Elsewhere } from "../parts/search/elsewhere.tsx";
import { NoneFound } from "../parts/states/none-found.tsx";
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
    <NoneFound text={isByMark ? translations(markTexts).none[mark] : noneFound} onShowAll={() => route(path, true)}>
      <Elsewhere q={q} />
    </NoneFound>
  );
}
