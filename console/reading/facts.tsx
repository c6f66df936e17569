import { useId } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import type { Bookmark } from "../../client/index.ts";
import { BookmarkFailure } from "../bookmarks/bookmark-failure.tsx";
import { readingAddress, tagAddress } from "../bookmarks/bookmark-query.ts";
import { bookmarkTexts } from "../bookmarks/bookmark-texts.ts";
import { DuplicateNote } from "../bookmarks/merging/duplicate-note.tsx";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { Fact } from "../parts/fact.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { OwnPicture } from "../parts/pictures/own-picture.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { RefreshButton } from "../parts/queue/refresh-button.tsx";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { SafeLink } from "../parts/safe-link.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { When } from "../parts/when.tsx";
import type { ItemRow } from "../saved-items/item-row.ts";
import { ItemStatus } from "../saved-items/item-status.tsx";
import type { ListQuery } from "../saved-items/list-query.ts";
import { readingTexts } from "./reading-texts.ts";

/** What is known of a bookmark, beside its text or below it, and what can be done with it. */
export function Facts({
  row,
  item,
  query,
  list,
}: {
  readonly row: ItemRow<"bookmark">;
  readonly item: Bookmark;
  /** Of the list from which the text was opened. */
  readonly query: ListQuery;
  /** The address of that list. */
  readonly list: string;
}) {
  const t = translations(readingTexts);
  const { library } = useSignedIn();
  const { route } = useLocation();
  const id = useId();
  const { title, url, note, tags, waiting } = row;
  const remove = useMutation(async () => {
    await deleteWithUndo(library, [{ type: "bookmark", id: item.id }], title);
    route(list);
  });
  const words = (name: string, heading: string, language: string, text: string) => (
    <section aria-labelledby={`${id}-${name}`}>
      <h2 id={`${id}-${name}`}>{heading}</h2>
      <p class="summary" lang={language}>
        {text}
      </p>
    </section>
  );
  return (
    <div class="about-page">
      <OwnPicture url={item.image_url} width={320} height={168} />
      {item.summary !== null && words("summary", t.summary, item.language ?? "", item.summary)}
      {note !== "" && words("note", translations(partTexts).note, "", note)}
      <section aria-labelledby={id}>
        <h2 id={id}>{t.facts}</h2>
        <ItemStatus status={item.status} text={translations(bookmarkTexts).statuses[item.status]} />
        {item.read_at !== null && <BookmarkFailure item={item} describedBy={id} />}
        <DuplicateNote
          row={row}
          describedBy={id}
          onMerged={() => route(readingAddress(item.duplicate_of ?? "", query))}
        />
        {waiting.map((entry) => (
          <WaitingNote key={entry.idempotencyKey} entry={entry} name={title} describedBy={id} />
        ))}
        <dl class="about">
          <Fact label={translations(partTexts).site} language="">
            {item.site_name}
          </Fact>
          <Fact label={t.author} language="">
            {item.author}
          </Fact>
          <Fact label={translations(partTexts).address} language="">
            <SafeLink url={url}>{url}</SafeLink>
          </Fact>
          <Fact label={t.savedAt}>
            <When at={item.created_at} />
          </Fact>
          <Fact label={t.changedAt}>
            <When at={item.updated_at} />
          </Fact>
        </dl>
        <TagLinks tags={tags} addressOf={tagAddress} />
        <div class="actions">
          <RefreshButton type="bookmark" item={item} describedBy={id} />
          <DeleteButton describedBy={id} isBusy={remove.isBusy} onDelete={remove.run} />
        </div>
      </section>
    </div>
  );
}
