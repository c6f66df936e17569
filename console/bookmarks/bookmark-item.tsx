import { useId, useMemo, useRef } from "preact/hooks";
import type { Bookmark } from "../../client/index.ts";
import { day } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { focusNext } from "../parts/focus-next.ts";
import { hostOf } from "../parts/host-of.ts";
import { SiteIcon } from "../parts/pictures/site-icon.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { SafeLink } from "../parts/safe-link.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { useSignedIn } from "../shell/signed-in.ts";
import { BookmarkFailure } from "./bookmark-failure.tsx";
import type { BookmarkQuery } from "./bookmark-query.ts";
import { tagAddress } from "./bookmark-query.ts";
import type { BookmarkRow } from "./bookmark-row.ts";
import { BookmarkStatus } from "./bookmark-status.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { DuplicateNote } from "./merging/duplicate-note.tsx";
import { ReadAgain } from "./read-again.tsx";
import { ReadLink } from "./read-link.tsx";

interface BookmarkItemProps {
  readonly row: BookmarkRow;
  /** Of the list. */
  readonly query: BookmarkQuery;
  readonly isSelected: boolean;
  readonly onSelect: (key: string) => void;
  readonly onEdit: (item: Bookmark) => void;
}

/** A bookmark in the list. It is rendered again only when one of its properties is another. */
export function BookmarkItem({ row, query, isSelected, onSelect, onEdit }: BookmarkItemProps) {
  return useMemo(
    () => <Article row={row} query={query} isSelected={isSelected} onSelect={onSelect} onEdit={onEdit} />,
    [row, query, isSelected, onSelect, onEdit],
  );
}

function Article({ row, query, isSelected, onSelect, onEdit }: BookmarkItemProps) {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  const heading = useId();
  const article = useRef<HTMLElement>(null);
  const { item, title, url, note, tags, waiting } = row;
  const remove = useMutation(async () => {
    if (item === null) return;
    focusNext(article.current);
    await deleteWithUndo(library, [{ type: "bookmark", id: item.id }], title);
  });
  const language = item?.language ?? "";
  return (
    <article ref={article} aria-labelledby={heading} data-key={row.key}>
      <div class="item-title">
        {/* Shown while the list's items are selected: bookmarks.css. */}
        {item !== null && (
          <input type="checkbox" aria-labelledby={heading} checked={isSelected} onChange={() => onSelect(row.key)} />
        )}
        <SiteIcon page={url} url={item?.icon_url ?? null} />
        <h2 id={heading} lang={language} tabIndex={item === null ? -1 : undefined}>
          {item === null ? title : <a href={`/app/bookmarks/${encodeURIComponent(item.id)}`}>{title}</a>}
        </h2>
      </div>
      <p class="facts">
        {item !== null && <BookmarkStatus status={item.status} />}
        <SafeLink url={url} describedBy={heading}>
          {hostOf(url)}
        </SafeLink>
        <time dateTime={row.savedAt}>{t.savedOn(day(row.savedAt))}</time>
      </p>
      {item !== null && <BookmarkFailure item={item} describedBy={heading} />}
      {item !== null && (
        <DuplicateNote item={item} title={title} describedBy={heading} onMerged={() => focusNext(article.current)} />
      )}
      {item?.summary && (
        <p class="excerpt" lang={language}>
          {item.summary}
        </p>
      )}
      {note !== "" && (
        <p class="excerpt note" lang="">
          {note}
        </p>
      )}
      <TagLinks tags={tags} addressOf={tagAddress} />
      {waiting.map((entry) => (
        <WaitingNote
          key={entry.idempotencyKey}
          entry={entry}
          name={title}
          describedBy={heading}
          onCancelled={() => {
            if (item === null) focusNext(article.current);
          }}
        />
      ))}
      {item !== null && (
        <div class="actions">
          <ReadLink item={item} query={query} describedBy={heading} />
          <button type="button" aria-describedby={heading} onClick={() => onEdit(item)}>
            {t.edit}
          </button>
          <button type="button" aria-describedby={heading} aria-disabled={remove.isBusy} onClick={remove.run}>
            {t.delete}
          </button>
          <ReadAgain item={item} describedBy={heading} />
        </div>
      )}
    </article>
  );
}
