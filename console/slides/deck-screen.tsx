import { useId, useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso/router";
import type { SyncedStock } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { addressOfList } from "../parts/place/list-place.ts";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { SafeLink } from "../parts/safe-link.tsx";
import { SyncNote } from "../parts/sync-note.tsx";
import { Screen } from "../shell/screen.tsx";
import { useSignedIn } from "../shell/signed-in.ts";
import { DeckActions, FetchAgain } from "./deck-actions.tsx";
import { DeckFacts } from "./deck-facts.tsx";
import { DeckFrame } from "./deck-frame.tsx";
import { LIST } from "./deck-query.ts";
import { deckName } from "./deck-words.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { slidesTexts } from "./slides-texts.ts";

/** One deck, its slides as large as the screen allows. */
export function DeckScreen() {
  const t = translations(slidesTexts);
  const { library } = useSignedIn();
  const { params } = useRoute();
  // Read, so that the screen is rendered again with each change of the copy.
  void library.revision.value;
  const deck = library.synced.get("stock", params.id ?? "");
  const back = (
    <p>
      <a href={addressOfList(LIST)}>{t.all}</a>
    </p>
  );
  if (deck?.type !== "stock" || deck.item === null) {
    return (
      <Screen title={t.title}>
        <SyncNote type="stock" />
        {library.state.value.isWhole && <p class="empty">{t.notHere}</p>}
        {back}
      </Screen>
    );
  }
  return (
    <Screen title={deckName(deck.item)}>
      <Deck deck={deck} />
      {back}
    </Screen>
  );
}

function Deck({ deck }: { readonly deck: SyncedStock }) {
  const t = translations(slidesTexts);
  const { route } = useLocation();
  const id = useId();
  const [isEditing, setEditing] = useState(false);
  const { item: stock, waiting } = deck;
  return (
    <article class="deck-large" aria-labelledby={id}>
      <h2 id={id} class="visually-hidden">
        {t.frame(deckName(stock))}
      </h2>
      {stock.status === "ready" && <DeckFrame stock={stock} />}
      <DeckFacts stock={stock} />
      {waiting.map((entry) => (
        <WaitingNote key={entry.idempotencyKey} entry={entry} name={deckName(stock)} describedBy={id} />
      ))}
      <div class="actions">
        {stock.status === "failed" && <FetchAgain deck={deck} describedBy={id} label={t.tryAgain} />}
        <DeckActions
          deck={deck}
          describedBy={id}
          onEdit={() => setEditing(true)}
          onDelete={() => route(addressOfList(LIST))}
        />
        <SafeLink url={stock.canonical_url}>{t.openAt(t.providers[stock.provider])}</SafeLink>
      </div>
      {isEditing && <EditDialog stock={stock} onClose={() => setEditing(false)} />}
    </article>
  );
}
