import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import type { Stock } from "../../client/index.ts";
import { choose, preferences } from "../device/preferences.ts";
import { listed } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { FailedItems } from "../parts/failed-items.tsx";
import { listViews } from "../parts/forms/list-views.ts";
import { ViewChoice } from "../parts/forms/view-choice.tsx";
import { MarkFilter } from "../parts/marks/mark-filter.tsx";
import { useMarked } from "../parts/marks/use-marked.ts";
import { MovingButtons } from "../parts/moving/moving-buttons.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { More } from "../parts/place/more.tsx";
import { useBegunPlace, useKeptPlace } from "../parts/place/use-place.ts";
import { useShown } from "../parts/place/use-shown.ts";
import { shownOf } from "../parts/queries/shown-words.ts";
import { SyncNote } from "../parts/queries/sync-note.tsx";
import { isCutOff, Unsynced } from "../parts/queries/unsynced.tsx";
import { SortChoice } from "../parts/search/sort-choice.tsx";
import { useFoundItems } from "../parts/search/use-found-items.ts";
import { useHighlight } from "../parts/search/use-highlight.ts";
import { TagsLink } from "../parts/tags/tags-link.tsx";
import { useToday } from "../parts/use-now.ts";
import { useOwnHeights } from "../parts/use-own-heights.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { DeckItem } from "./deck-item.tsx";
import type { DeckQuery } from "./deck-query.ts";
import { deckFilter, LIST, queryAddress, readQuery } from "./deck-query.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { NoDecks } from "./no-decks.tsx";
import { SaveDeck } from "./save-deck.tsx";
import { slidesTexts } from "./slides-texts.ts";
import { SlidesToolbar } from "./slides-toolbar.tsx";
import { UnsentDeck } from "./unsent-deck.tsx";

/** Decks that are rendered at first, and that `Show more` adds. */
const PAGE = 50;

/** The saved slide decks: save, search, show, edit, fetch again, delete. All of it works from this device's copy. */
export function SlidesScreen() {
  const t = translations(slidesTexts);
  const parts = translations(partTexts);
  const title = translations(shellTexts).slides;
  const { library } = useSignedIn();
  const { url, route } = useLocation();
  const query = readQuery(url, preferences.value.sort);
  const address = queryAddress(query);
  const { items: found, isSearching } = useFoundItems(query.q, deckFilter(query));
  const { items: decks, counts } = useMarked(found, query.mark);
  const begun = useBegunPlace(LIST, address);
  /** Beside the list, which the deck may leave meanwhile. */
  const [edited, setEdited] = useState<Stock | null>(null);
  const shown = useShown(address, PAGE, begun?.shown);
  const today = useToday();
  const change = (changes: Partial<DeckQuery>) => route(queryAddress({ ...query, ...changes }), true);
  const page = decks.slice(0, shown.count);
  const { deckView } = preferences.value;
  const state = library.state.value;
  const isEmpty = decks.length === 0 && !isSearching;
  const isWholeList = queryAddress({ ...query, sort: "newest" }) === LIST;
  const isFirstRun = isEmpty && state.isWhole && isWholeList;
  useOwnHeights(shown.list, deckView === "cards", page);
  useHighlight(shown.list, query.q, `${library.revision.value} ${page.length} ${address}`);
  useKeptPlace(LIST, shown.list, begun, {
    address,
    shown: shown.count,
    selected: null,
    isRendered: state.isWhole && !isSearching,
  });
  return (
    <Screen
      title={parts.titled(title, {
        site: query.provider && t.providers[query.provider],
        tags: listed(query.tags),
        status: query.status && t[query.status],
      })}
      actions={
        <>
          <TagsLink />
          <MovingButtons type="stock" />
        </>
      }
    >
      <SaveDeck q={query.q} onSearch={(q) => change({ q })} />
      <div class="list-bar">
        {!isFirstRun && <MarkFilter choice={query.mark} counts={counts} onChoose={(mark) => change({ mark })} />}
        <div class="grow">
          <p role="status" class="quiet">
            {isSearching && parts.searching}
            {!isSearching && decks.length > 0 && shownOf(page.length, decks.length, t.count)}
          </p>
          {!(isEmpty && isCutOff(state)) && <SyncNote type="stock" />}
          {state.isWhole && (
            <FailedItems type="stock" items={decks} address={queryAddress({ ...query, status: "failed" })} />
          )}
        </div>
        {!isFirstRun && (
          <>
            <SortChoice sort={query.sort} onChoose={(sort) => change({ sort })} />
            <SlidesToolbar query={query} onChange={change} />
            <ViewChoice view={deckView} choices={listViews()} onChoose={(view) => choose({ deckView: view })} />
          </>
        )}
      </div>
      <ul ref={shown.list} class={`items ${deckView}`} aria-label={title}>
        {page.map((deck) => (
          <li key={deck.id ?? deck.waiting[0]?.idempotencyKey}>
            {deck.type === "stock" && deck.item !== null ? (
              <DeckItem deck={deck} query={query} today={today} onEdit={setEdited} />
            ) : null}
            {deck.id === null && <UnsentDeck deck={deck} q={query.q} />}
          </li>
        ))}
      </ul>
      {isEmpty &&
        (state.isWhole ? (
          <NoDecks query={query} isWholeList={isWholeList} />
        ) : (
          <Unsynced type="stock" state={state} view={deckView === "rows" ? "rows decks" : deckView} />
        ))}
      {decks.length > page.length && <More onPress={shown.more} />}
      {edited !== null && <EditDialog stock={edited} onClose={() => setEdited(null)} />}
    </Screen>
  );
}
