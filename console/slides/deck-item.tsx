import { useId, useState } from "preact/hooks";
import type { SyncedStock } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { focusNext } from "../parts/focus-next.ts";
import { OwnPicture } from "../parts/pictures/own-picture.tsx";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { SafeLink } from "../parts/safe-link.tsx";
import { DeckActions } from "./deck-actions.tsx";
import { DeckFacts, DeckName } from "./deck-facts.tsx";
import { DeckFrame } from "./deck-frame.tsx";
import { deckName } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/** A saved deck in the list. */
export function DeckItem({ deck }: { readonly deck: SyncedStock }) {
  const t = translations(slidesTexts);
  const id = useId();
  const [isShown, setShown] = useState(false);
  const { item: stock, waiting } = deck;
  return (
    <article aria-labelledby={id}>
      <div class="deck-head">
        <OwnPicture url={stock.thumbnail_url} width={112} height={63} />
        <h2 id={id}>
          <a href={`/app/slides/${encodeURIComponent(deck.id)}`}>
            <DeckName stock={stock} />
          </a>
        </h2>
      </div>
      <DeckFacts stock={stock} />
      {waiting.map((entry) => (
        <WaitingNote key={entry.idempotencyKey} entry={entry} name={deckName(stock)} describedBy={id} />
      ))}
      <div class="actions">
        {stock.status === "ready" && (
          <button type="button" aria-describedby={id} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? t.hide : t.show}
          </button>
        )}
        <DeckActions
          deck={deck}
          describedBy={id}
          onDelete={(button) => focusNext(button?.closest("article") ?? null)}
        />
        <SafeLink url={stock.canonical_url} describedBy={id}>
          {t.openAt(t.providers[stock.provider])}
        </SafeLink>
      </div>
      {isShown && stock.status === "ready" && <DeckFrame stock={stock} />}
    </article>
  );
}
