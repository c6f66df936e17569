import { SearchX } from "lucide";
import { useLocation } from "preact-iso/router";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { markTexts } from "../parts/marks/mark-texts.ts";
import { partTexts } from "../parts/part-texts.ts";
import { Elsewhere } from "../parts/search/elsewhere.tsx";
import { focusOneField } from "../parts/search/focus-one-field.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import type { DeckQuery } from "./deck-query.ts";
import { LIST, queryAddress } from "./deck-query.ts";
import { SlidesDrawing } from "./slides-drawing.tsx";
import { slidesTexts } from "./slides-texts.ts";

/** Shown instead of the list when it has no decks. */
export function NoDecks({ query, isWholeList }: { readonly query: DeckQuery; readonly isWholeList: boolean }) {
  const t = translations(slidesTexts);
  const { route } = useLocation();
  const { mark } = query;
  const isByMark = mark !== "" && queryAddress({ ...query, mark: "", sort: "newest" }) === LIST;
  return isWholeList ? (
    <EmptyState picture={<SlidesDrawing />} text={t.none}>
      <button type="button" class="primary" onClick={focusOneField}>
        {t.first}
      </button>
    </EmptyState>
  ) : (
    <EmptyState picture={<Icon icon={SearchX} />} text={isByMark ? translations(markTexts).none[mark] : t.noneFound}>
      <button type="button" onClick={() => route(LIST, true)}>
        {translations(partTexts).noFilter}
      </button>
      <Elsewhere q={query.q} />
    </EmptyState>
  );
}
