import { translations } from "../language/language.ts";
import { focusOneField } from "../parts/search/focus-one-field.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import type { ListKind } from "../saved-items/list-kind.ts";
import { SavedItemsScreen } from "../saved-items/saved-items-screen.tsx";
import { DeckItem } from "./deck-item.tsx";
import { FILTERS, LIST } from "./deck-query.ts";
import { SaveDeck } from "./save-deck.tsx";
import { SlidesDrawing } from "./slides-drawing.tsx";
import { slidesTexts } from "./slides-texts.ts";

const DECKS: ListKind<"stock"> = {
  ...FILTERS,
  type: "stock",
  path: LIST,
  view: "deckView",
  skeletonRows: "rows decks",
  title: "slides",
  words: () => translations(slidesTexts),
  Field: SaveDeck,
  Item: DeckItem,
  FirstRun,
};

/** The saved slide decks. */
export function SlidesScreen() {
  return <SavedItemsScreen kind={DECKS} />;
}

function FirstRun() {
  const t = translations(slidesTexts);
  return (
    <EmptyState picture={<SlidesDrawing />} text={t.none}>
      <button type="button" class="primary" onClick={focusOneField}>
        {t.first}
      </button>
    </EmptyState>
  );
}
