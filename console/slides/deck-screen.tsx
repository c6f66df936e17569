import { ChevronLeft, ChevronRight, ExternalLink } from "lucide";
import { useEffect, useId, useMemo } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso/router";
import type { Stock, SyncedStock } from "../../client/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Icon } from "../parts/icon.tsx";
import { ActionName, ItemActions } from "../parts/item-actions.tsx";
import { useMarked } from "../parts/marks/use-marked.ts";
import { moveInPlace } from "../parts/place/list-place.ts";
import { isAwaited, NotHere } from "../parts/queries/not-here.tsx";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { SafeLink } from "../parts/safe-link.tsx";
import { useFoundItems } from "../parts/search/use-found-items.ts";
import { useEditDialog } from "../saved-items/editing/use-edit-dialog.tsx";
import { ItemButtons } from "../saved-items/item-buttons.tsx";
import { titleOf } from "../saved-items/item-row.ts";
import type { ListQuery } from "../saved-items/list-query.ts";
import { listFilter, queryAddress, readQuery } from "../saved-items/list-query.ts";
import { Screen } from "../shell/screen.tsx";
import { DeckFacts } from "./deck-facts.tsx";
import type { DeckPlace } from "./deck-neighbours.ts";
import { placeOf } from "./deck-neighbours.ts";
import { deckAddress, FILTERS, LIST } from "./deck-query.ts";
import { DeckStage } from "./deck-stage.tsx";
import { FullScreenButton, leaveFullScreen } from "./full-screen-button.tsx";
import { slidesTexts } from "./slides-texts.ts";
import { useViewerKeys } from "./use-viewer-keys.ts";

/** The viewer: one deck, as large as the window, with links to its neighbours in the list from which it was opened. */
export function DeckScreen() {
  const { library } = useSignedIn();
  const { params } = useRoute();
  const { url } = useLocation();
  const { id = "" } = params;
  // Read, so that the screen is rendered again with each change of the copy.
  void library.revision.value;
  const deck = library.synced.get("stock", id);
  const query = useMemo(() => readQuery(FILTERS, url), [url]);
  const { items: found } = useFoundItems(query.q, listFilter("stock", query));
  const { items } = useMarked(found, query.mark, id);
  const place = useMemo(() => placeOf(id, items), [id, items]);
  const list = queryAddress(LIST, query);
  const addressOf = (neighbour: SyncedStock | null | undefined) =>
    neighbour ? deckAddress(neighbour.id, query) : null;
  /** Beside the deck, which may be deleted elsewhere meanwhile. */
  const [edit, dialog] = useEditDialog();
  useViewerKeys({ Escape: list, ArrowLeft: addressOf(place?.previous), ArrowRight: addressOf(place?.next) });
  useEffect(() => leaveFullScreen, []);
  useEffect(() => {
    // The list has this deck in sight and in focus, however the person goes back to it.
    if (place !== null) moveInPlace(LIST, list, { item: deckAddress(id, query), shown: place.position });
  }, [id, list, place, query]);
  return (
    <>
      {deck?.type === "stock" && deck.item !== null ? (
        // Another deck starts from the beginning: with the focus on its heading, and with its picture.
        <Viewer key={id} deck={deck} query={query} place={place} onEdit={edit} />
      ) : (
        <Missing list={list} />
      )}
      {dialog}
    </>
  );
}

function Viewer({
  deck,
  query,
  place,
  onEdit,
}: {
  readonly deck: SyncedStock;
  readonly query: ListQuery;
  readonly place: DeckPlace | null;
  readonly onEdit: (stock: Stock) => void;
}) {
  const t = translations(slidesTexts);
  const { route } = useLocation();
  const id = useId();
  const { item: stock, waiting } = deck;
  const name = titleOf(stock);
  const list = queryAddress(LIST, query);
  return (
    <div class="viewer">
      <BackLink to={list}>{t.all}</BackLink>
      <Screen
        title={name}
        language=""
        actions={
          <ItemActions name={name}>
            <ItemButtons
              type="stock"
              item={stock}
              name={name}
              describedBy={id}
              onEdit={() => onEdit(stock)}
              onDelete={() => route(list)}
            />
            <SafeLink url={stock.canonical_url} describedBy={id}>
              <Icon icon={ExternalLink} />
              <ActionName>{t.openAt(t.providers[stock.provider])}</ActionName>
            </SafeLink>
          </ItemActions>
        }
      >
        <article aria-labelledby={id}>
          <h2 id={id} class="visually-hidden">
            {t.frame(name)}
          </h2>
          <DeckStage deck={deck} describedBy={id} />
          <Neighbours place={place} query={query} />
          <div class="viewer-about">
            <DeckFacts stock={stock} />
            {waiting.map((entry) => (
              <WaitingNote key={entry.idempotencyKey} entry={entry} name={name} describedBy={id} />
            ))}
          </div>
        </article>
      </Screen>
    </div>
  );
}

/** The links to the decks before and after this one, where it is between them, and the button for the whole screen. */
function Neighbours({ place, query }: { readonly place: DeckPlace | null; readonly query: ListQuery }) {
  const t = translations(slidesTexts);
  const link = (which: "previous" | "next") => {
    const neighbour = place?.[which] ?? null;
    const icon = <Icon icon={which === "next" ? ChevronRight : ChevronLeft} />;
    // An empty place, so that the one after it stays where it is.
    if (neighbour === null) return <span class="icon-button" />;
    return (
      // The shortcuts find it by its relation.
      <a class="icon-button" rel={which === "next" ? "next" : "prev"} href={deckAddress(neighbour.id, query)}>
        {icon}
        <ActionName>{t[which](titleOf(neighbour.item))}</ActionName>
      </a>
    );
  };
  return (
    <nav class="viewer-controls item-actions" aria-label={t.neighbours}>
      {link("previous")}
      <span class="quiet">{place !== null && t.position(count(place.position), count(place.count))}</span>
      {link("next")}
      <FullScreenButton />
    </nav>
  );
}

/** The screen of a deck that is not on this device. */
function Missing({ list }: { readonly list: string }) {
  const t = translations(slidesTexts);
  const { state } = useSignedIn().library;
  return (
    <div class={isAwaited(state.value) ? "viewer" : undefined}>
      <BackLink to={list}>{t.all}</BackLink>
      <Screen title={t.one}>
        <NotHere type="stock" view="stage" text={t.notHere} />
      </Screen>
    </div>
  );
}
