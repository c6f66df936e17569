import type { ComponentChildren } from "preact";
import { focusAfter } from "../parts/focus/focus-next.ts";
import { ItemActions } from "../parts/item-actions.tsx";
import { Marks } from "../parts/marks/mark-buttons.tsx";
import { isMarked } from "../parts/marks/marks.ts";
import type { RefusalText } from "../parts/queue/entry-words.ts";
import { RetryButton } from "../parts/queue/refresh-button.tsx";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { FoundLine } from "../parts/search/found-line.tsx";
import { ItemButtons } from "./item-buttons.tsx";
import type { ItemOf, ItemType } from "./item-row.ts";
import type { ItemProps } from "./list-kind.ts";

/** An item of a list, with what its kind puts into it. */
export function ItemArticle<Type extends ItemType>({
  row: { type, key, item, title, waiting },
  query: { q, mark },
  isSelected,
  onSelect,
  onEdit,
  heading,
  address,
  language,
  before,
  facts,
  searched,
  page = null,
  after,
  children,
  refusalText,
}: ItemProps<Type> & {
  /** Id of the heading. */
  readonly heading: string;
  /** Of the item's screen. */
  readonly address: (id: string) => string;
  /** BCP 47; empty where it is not known. */
  readonly language: string;
  readonly before: ComponentChildren;
  readonly facts: ComponentChildren;
  /** What a search has read beside the title, and the page whose text it has read. */
  readonly searched: readonly (string | null | undefined)[];
  readonly page?: ItemOf["bookmark"] | null;
  readonly after?: ComponentChildren;
  /** What stands below. */
  readonly children?: ComponentChildren;
  readonly refusalText?: RefusalText;
}) {
  const onGone = () => focusAfter(heading);
  const marked = item && { type, item, name: title, describedBy: heading, choice: mark };
  return (
    <article aria-labelledby={heading} class={item !== null && !isMarked(item, "unread") ? "read" : undefined}>
      {/* Shown while the list's items are selected: bookmarks.css. */}
      {item !== null && (
        <input type="checkbox" aria-labelledby={heading} checked={isSelected} onChange={() => onSelect(key)} />
      )}
      {before}
      <div class="item-text">
        <h2 id={heading} lang={language}>
          {item === null ? <span>{title}</span> : <a href={address(key)}>{title}</a>}
        </h2>
        <div class="facts">{facts}</div>
        <FoundLine q={q} page={page} language={language} stored={searched} />
      </div>
      {after}
      {marked && <Marks {...marked} />}
      {marked && (
        <ItemActions name={title}>
          <RetryButton {...marked} />
          <ItemButtons {...marked} onEdit={() => onEdit(marked.item)} onDelete={onGone} />
        </ItemActions>
      )}
      {children}
      {waiting.map((entry) => (
        <WaitingNote
          key={entry.idempotencyKey}
          entry={entry}
          name={title}
          describedBy={heading}
          {...(refusalText && { refusalText })}
          onCancelled={() => item === null && onGone()}
        />
      ))}
    </article>
  );
}
