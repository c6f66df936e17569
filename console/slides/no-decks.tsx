import { SearchX } from "lucide";
import { useLocation } from "preact-iso/router";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { focusOneField } from "../parts/search/focus-one-field.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { LIST } from "./deck-query.ts";
import { SlidesDrawing } from "./slides-drawing.tsx";
import { slidesTexts } from "./slides-texts.ts";

/** Shown instead of the list when it has no decks. */
export function NoDecks({ isWholeList }: { readonly isWholeList: boolean }) {
  const t = translations(slidesTexts);
  const { route } = useLocation();
  return isWholeList ? (
    <EmptyState picture={<SlidesDrawing />} text={t.none}>
      <button type="button" class="primary" onClick={focusOneField}>
        {t.first}
      </button>
    </EmptyState>
  ) : (
    <EmptyState picture={<Icon icon={SearchX} />} text={t.noneFound}>
      <button type="button" onClick={() => route(LIST, true)}>
        {translations(partTexts).noFilter}
      </button>
    </EmptyState>
  );
}
