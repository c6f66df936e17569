import { Pencil } from "lucide";
import { useId, useMemo } from "preact/hooks";
import { tagAddress } from "../bookmarks/bookmark-query.ts";
import { translations } from "../language/language.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { focusAfter } from "../parts/focus/focus-next.ts";
import { Icon } from "../parts/icon.tsx";
import { ActionName, ItemActions } from "../parts/item-actions.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { tagAddress as deckTagAddress } from "../slides/deck-query.ts";
import type { TagUse } from "./tag-use.ts";
import { tagsTexts } from "./tags-texts.ts";
import { useTagChange } from "./use-tag-change.ts";

interface TagItemProps {
  readonly use: TagUse;
  /** Whether all items are here, which a change needs. */
  readonly isChangeable: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (key: string) => void;
  readonly onRename: (use: TagUse) => void;
}

/** A tag in the list. It is rendered again only when one of its properties is another. */
export function TagItem({ use, isChangeable, isSelected, onSelect, onRename }: TagItemProps) {
  const { key, tag, bookmarks, decks } = use;
  return useMemo(
    () => <Article {...{ use, isChangeable, isSelected, onSelect, onRename }} />,
    [key, tag, bookmarks, decks, isChangeable, isSelected, onSelect, onRename],
  );
}

function Article({ use, isChangeable, isSelected, onSelect, onRename }: TagItemProps) {
  const t = translations(tagsTexts);
  const { key, tag, bookmarks, decks } = use;
  const heading = useId();
  const change = useTagChange();
  const remove = useMutation(async () => {
    focusAfter(heading);
    await change({ from: new Set([key]), to: null }, (changed) => t.deleted(tag, changed));
  });
  const toDecks = deckTagAddress(tag);
  return (
    <article aria-labelledby={heading} data-key={key}>
      {isChangeable && (
        <input type="checkbox" aria-labelledby={heading} checked={isSelected} onChange={() => onSelect(key)} />
      )}
      <div class="item-text wrapping">
        <h2 id={heading} lang="">
          <a href={bookmarks > 0 ? tagAddress(tag) : toDecks}>{tag}</a>
        </h2>
        <div class="facts">
          {bookmarks > 0 && <span>{t.bookmarks(bookmarks)}</span>}
          {decks > 0 && (bookmarks > 0 ? <a href={toDecks}>{t.decks(decks)}</a> : <span>{t.decks(decks)}</span>)}
        </div>
      </div>
      {isChangeable && (
        <ItemActions name={tag}>
          <button type="button" aria-describedby={heading} onClick={() => onRename(use)}>
            <Icon icon={Pencil} />
            <ActionName>{t.rename}</ActionName>
          </button>
          <DeleteButton describedBy={heading} isBusy={remove.isBusy} onDelete={remove.run} />
        </ItemActions>
      )}
    </article>
  );
}
