import { Pencil } from "lucide";
import { useId, useMemo, useRef } from "preact/hooks";
import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { focusNext } from "../parts/focus/focus-next.ts";
import { hostOf } from "../parts/host-of.ts";
import { Icon } from "../parts/icon.tsx";
import { ActionName, ItemActions } from "../parts/item-actions.tsx";
import { MarkButtons, Marks } from "../parts/marks/mark-buttons.tsx";
import { isMarked } from "../parts/marks/marks.ts";
import { failureReason } from "../parts/page-failures.ts";
import { partTexts } from "../parts/part-texts.ts";
import { OwnPicture } from "../parts/pictures/own-picture.tsx";
import { SiteIcon } from "../parts/pictures/site-icon.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { readableAddress } from "../parts/readable-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { FoundLine } from "../parts/search/found-line.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { When } from "../parts/when.tsx";
import type { BookmarkQuery } from "./bookmark-query.ts";
import { readingAddress, tagAddress } from "./bookmark-query.ts";
import type { BookmarkRow } from "./bookmark-row.ts";
import { BookmarkStatus } from "./bookmark-status.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { DuplicateNote } from "./merging/duplicate-note.tsx";
import { ReadAgain } from "./read-again.tsx";
import { readingMinutes } from "./reading-time.ts";

interface BookmarkItemProps {
  readonly row: BookmarkRow;
  /** Of the list. */
  readonly query: BookmarkQuery;
  /** The present time, from which days are counted. */
  readonly today: Date;
  /** With its picture, its summary and its note. */
  readonly isCard: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (key: string) => void;
  readonly onEdit: (item: Bookmark) => void;
}

/** A bookmark in the list. It is rendered again only when one of its properties is another. */
export function BookmarkItem({ row, query, today, isCard, isSelected, onSelect, onEdit }: BookmarkItemProps) {
  return useMemo(
    () => <Article {...{ row, query, today, isCard, isSelected, onSelect, onEdit }} />,
    [row, query, today, isCard, isSelected, onSelect, onEdit],
  );
}

function Article({ row, query, today, isCard, isSelected, onSelect, onEdit }: BookmarkItemProps) {
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
    <article
      ref={article}
      aria-labelledby={heading}
      data-key={row.key}
      class={item !== null && !isMarked(item, "unread") ? "read" : undefined}
    >
      {/* Shown while the list's items are selected: bookmarks.css. */}
      {item !== null && (
        <input type="checkbox" aria-labelledby={heading} checked={isSelected} onChange={() => onSelect(row.key)} />
      )}
      <SiteIcon page={url} url={item?.icon_url ?? null} />
      <div class="item-text">
        <h2 id={heading} lang={language}>
          {item === null ? <span>{title}</span> : <a href={readingAddress(item.id, query)}>{title}</a>}
        </h2>
        <div class="facts">
          {item !== null && <BookmarkStatus status={item.status} />}
          {item?.status === "failed" && <span class="failure">{failureReason(item)}</span>}
          {/* Before the others: a phone shows those that fit into one line. */}
          {item?.gone_at != null && (
            <When at={item.gone_at} now={today} isDay words={(told) => t.gone(told, item.read_at !== null)} />
          )}
          <SafeLink url={url} describedBy={heading}>
            {hostOf(url)}
          </SafeLink>
          <When at={row.savedAt} now={today} isDay />
          {item?.words != null && <span>{t.minutes(readingMinutes(item.words))}</span>}
          <TagLinks tags={tags} addressOf={tagAddress} />
        </div>
        <FoundLine
          q={query.q}
          page={item}
          language={language}
          stored={[item?.summary, note, tags.join(" · "), item?.author, item?.site_name, readableAddress(url)]}
        />
      </div>
      <OwnPicture url={item?.thumbnail_url ?? null} width={84} height={48} />
      {item !== null && <Marks type="bookmark" item={item} name={title} describedBy={heading} choice={query.mark} />}
      {item !== null && (
        <ItemActions name={title}>
          {item.status === "failed" && item.can_retry && <ReadAgain item={item} describedBy={heading} isRetry />}
          <MarkButtons type="bookmark" item={item} name={title} describedBy={heading} choice={query.mark} />
          <button type="button" aria-describedby={heading} onClick={() => onEdit(item)}>
            <Icon icon={Pencil} />
            <ActionName>{translations(partTexts).edit}</ActionName>
          </button>
          <ReadAgain item={item} describedBy={heading} />
          <DeleteButton describedBy={heading} isBusy={remove.isBusy} onDelete={remove.run} />
        </ItemActions>
      )}
      {isCard && item?.summary && (
        <p class="excerpt" lang={language}>
          {item.summary}
        </p>
      )}
      {isCard && note !== "" && (
        <p class="excerpt note" lang="">
          {note}
        </p>
      )}
      {item !== null && (
        <DuplicateNote item={item} title={title} describedBy={heading} onMerged={() => focusNext(article.current)} />
      )}
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
    </article>
  );
}
