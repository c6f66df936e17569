import { useLocation } from "preact-iso/router";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { MovingButtons } from "../parts/moving/moving-buttons.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { useBegunPlace, useKeptPlace } from "../parts/place/use-place.ts";
import { SyncNote } from "../parts/sync-note.tsx";
import { useToday } from "../parts/use-now.ts";
import { useThings } from "../parts/use-things.ts";
import { Screen } from "../shell/screen.tsx";
import { useSignedIn } from "../shell/signed-in.ts";
import { DeckItem } from "./deck-item.tsx";
import type { DeckQuery } from "./deck-query.ts";
import { deckFilter, LIST, queryAddress, readQuery } from "./deck-query.ts";
import { SaveDeck } from "./save-deck.tsx";
import { slidesTexts } from "./slides-texts.ts";
import { SlidesToolbar } from "./slides-toolbar.tsx";
import { UnsentDeck } from "./unsent-deck.tsx";
import { useShown } from "./use-shown.ts";

/** The saved slide decks: save, search, show, edit, fetch again, delete. All of it works from this device's copy. */
export function SlidesScreen() {
  const t = translations(slidesTexts);
  const { library } = useSignedIn();
  const { url, route } = useLocation();
  const query = readQuery(url);
  const address = queryAddress(query);
  const { things: decks, isSearching } = useThings(query.q, deckFilter(query));
  const begun = useBegunPlace(LIST, address);
  const shown = useShown(address, begun?.shown);
  const today = useToday();
  const change = (changes: Partial<DeckQuery>) => route(queryAddress({ ...query, ...changes }), true);
  const page = decks.slice(0, shown.count);
  useKeptPlace(LIST, shown.list, begun, {
    address,
    shown: shown.count,
    selected: null,
    isRendered: library.state.value.isWhole && !isSearching,
  });
  return (
    <Screen title={t.title} actions={<MovingButtons type="stock" />}>
      <SaveDeck q={query.q} onSearch={(q) => change({ q })} />
      <div class="list-bar">
        <div class="grow">
          <p role="status" class="quiet">
            {isSearching ? translations(partTexts).searching : t.found(count(page.length), count(decks.length))}
          </p>
          <SyncNote type="stock" />
        </div>
        <SlidesToolbar query={query} onChange={change} />
      </div>
      <ul ref={shown.list} class="items rows" aria-label={t.list}>
        {page.map((deck) => (
          <li key={deck.id ?? deck.waiting[0]?.idempotencyKey}>
            {deck.type === "stock" && deck.item !== null ? <DeckItem deck={deck} today={today} /> : null}
            {deck.id === null && <UnsentDeck deck={deck} />}
          </li>
        ))}
      </ul>
      {decks.length === 0 && !isSearching && library.state.value.isWhole && (
        <p class="empty">{address === LIST ? t.none : t.noneFound}</p>
      )}
      {decks.length > page.length && (
        <button type="button" onClick={shown.more}>
          {t.more}
        </button>
      )}
    </Screen>
  );
}
