import { useId, useRef } from "preact/hooks";
import type { Stock, SyncedStock } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { focusNext } from "../parts/focus/focus-next.ts";
import { ItemActions } from "../parts/item-actions.tsx";
import { Marks } from "../parts/marks/mark-buttons.tsx";
import { isMarked } from "../parts/marks/marks.ts";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { readableAddress } from "../parts/readable-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { FoundLine } from "../parts/search/found-line.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { When } from "../parts/when.tsx";
import { DeckActions, FetchAgain } from "./deck-actions.tsx";
import { DeckName, DeckStatus } from "./deck-facts.tsx";
import { DeckPicture } from "./deck-picture.tsx";
import type { DeckQuery } from "./deck-query.ts";
import { deckAddress, queryAddress } from "./deck-query.ts";
import { deckName, failureText } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/** A saved deck in the list. */
export function DeckItem({
  deck,
  query,
  today,
  onEdit,
}: {
  readonly deck: SyncedStock;
  /** Of the list. */
  readonly query: DeckQuery;
  /** The present time, from which days are counted. */
  readonly today: Date;
  readonly onEdit: (stock: Stock) => void;
}) {
  const t = translations(slidesTexts);
  const id = useId();
  const article = useRef<HTMLElement>(null);
  const { item: stock, waiting } = deck;
  return (
    <article ref={article} aria-labelledby={id} class={isMarked(stock, "unread") ? undefined : "read"}>
      <DeckPicture page={stock.canonical_url} url={stock.thumbnail_url} />
      <div class="item-text">
        <h2 id={id}>
          <a href={deckAddress(stock.id, query)}>
            <DeckName stock={stock} />
          </a>
        </h2>
        <div class="facts">
          <DeckStatus status={stock.status} />
          {stock.status === "failed" && <span class="failure">{failureText(stock.failure?.code ?? "unknown")}</span>}
          <SafeLink url={stock.canonical_url} describedBy={id}>
            {t.providers[stock.provider]}
          </SafeLink>
          <When at={stock.created_at} now={today} isDay />
          {stock.author_name !== null && <span lang="">{stock.author_name}</span>}
          <TagLinks tags={stock.tags} addressOf={(tag) => queryAddress({ tags: [tag] })} />
          {stock.memo !== null && (
            <span class="memo" lang="">
              {stock.memo}
            </span>
          )}
        </div>
        <FoundLine
          q={query.q}
          stored={[stock.memo, stock.tags.join(" · "), stock.author_name, readableAddress(stock.original_url)]}
        />
      </div>
      <Marks type="stock" item={stock} name={deckName(stock)} describedBy={id} choice={query.mark} />
      <ItemActions name={deckName(stock)}>
        {stock.status === "failed" && <FetchAgain deck={deck} describedBy={id} isRetry />}
        <DeckActions
          deck={deck}
          describedBy={id}
          choice={query.mark}
          onEdit={() => onEdit(stock)}
          onDelete={() => focusNext(article.current)}
        />
      </ItemActions>
      {waiting.map((entry) => (
        <WaitingNote key={entry.idempotencyKey} entry={entry} name={deckName(stock)} describedBy={id} />
      ))}
    </article>
  );
}
