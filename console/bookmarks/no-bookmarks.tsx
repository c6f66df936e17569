import { SearchX, TriangleAlert } from "lucide";
import { useLocation } from "preact-iso/router";
import { loadScreenStyles } from "../device/screen-styles.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { markTexts } from "../parts/marks/mark-texts.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useQuery } from "../parts/queries/use-query.ts";
import { Elsewhere } from "../parts/search/elsewhere.tsx";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { Skeleton } from "../parts/states/skeleton.tsx";
import type { BookmarkQuery } from "./bookmark-query.ts";
import { isWholeList, LIST } from "./bookmark-query.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** Shown instead of the list when it has no bookmarks. */
export function NoBookmarks({ query }: { readonly query: BookmarkQuery }) {
  const { route } = useLocation();
  if (isWholeList(query)) return <LoadedFirstRun />;
  const { mark } = query;
  const isByMark = mark !== "" && isWholeList({ ...query, mark: "" });
  return (
    <EmptyState
      picture={<Icon icon={SearchX} />}
      text={isByMark ? translations(markTexts).none[mark] : translations(bookmarkTexts).noneFound}
    >
      <button type="button" onClick={() => route(LIST, true)}>
        {translations(partTexts).noFilter}
      </button>
      <Elsewhere q={query.q} />
    </EmptyState>
  );
}

/** The first steps: most people who open the console have made them. */
function LoadedFirstRun() {
  const t = translations(partTexts);
  const { value, error, reload } = useQuery("first run", () =>
    Promise.all([import("../first-run/first-run.tsx"), loadScreenStyles()]).then(([module]) => module),
  );
  if (value !== null) return <value.FirstRun />;
  if (error === null) return <Skeleton view="rows" />;
  return (
    <EmptyState picture={<Icon icon={TriangleAlert} />} text={t.notLoaded}>
      <button type="button" onClick={reload}>
        {t.tryAgain}
      </button>
    </EmptyState>
  );
}
