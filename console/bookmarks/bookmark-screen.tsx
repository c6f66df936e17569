import { Pencil } from "lucide";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso/router";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { BackLink } from "../parts/back-link.tsx";
import { DeleteButton } from "../parts/delete-button.tsx";
import { hostOf } from "../parts/host-of.ts";
import { Icon } from "../parts/icon.tsx";
import { MarkButtons } from "../parts/marks/mark-buttons.tsx";
import { OwnPicture } from "../parts/pictures/own-picture.tsx";
import { SiteIcon } from "../parts/pictures/site-icon.tsx";
import { addressOfList } from "../parts/place/list-place.ts";
import { NotHere } from "../parts/queries/not-here.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { SafeLink } from "../parts/safe-link.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { When } from "../parts/when.tsx";
import { Screen } from "../shell/screen.tsx";
import { BookmarkFailure } from "./bookmark-failure.tsx";
import { LIST, NO_QUERY, tagAddress } from "./bookmark-query.ts";
import type { BookmarkRow } from "./bookmark-row.ts";
import { bookmarkRow } from "./bookmark-row.ts";
import { BookmarkStatus } from "./bookmark-status.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { useEditDialog } from "./editing/use-edit-dialog.tsx";
import { DuplicateNote } from "./merging/duplicate-note.tsx";
import { ReadAgain } from "./read-again.tsx";
import { ReadLink } from "./read-link.tsx";

/** The reader view of one bookmark, from what is on this device. */
export function BookmarkScreen() {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  const { params } = useRoute();
  // The item changes with each revision.
  library.revision.value;
  const synced = library.synced.get("bookmark", params.id ?? "");
  const row = synced === null ? null : bookmarkRow(synced);
  return (
    <>
      <BackLink to={addressOfList(LIST)}>{t.all}</BackLink>
      {row?.item ? (
        <Reader row={row} item={row.item} />
      ) : (
        <Screen title={t.one}>
          <NotHere type="bookmark" view="lines reader" text={t.missing} />
        </Screen>
      )}
    </>
  );
}

function Reader({ row, item }: { readonly row: BookmarkRow; readonly item: NonNullable<BookmarkRow["item"]> }) {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  const { route } = useLocation();
  const id = useId();
  const [edit, dialog] = useEditDialog();
  const { title, url, note, tags, waiting } = row;
  const language = item.language ?? "";
  const remove = useMutation(async () => {
    await deleteWithUndo(library, [{ type: "bookmark", id: item.id }], title);
    route(addressOfList(LIST));
  });
  const fact = (label: string, value: ComponentChildren, isForeign: boolean) =>
    value !== null &&
    value !== "" && (
      <div>
        <dt>{label}</dt>
        <dd lang={isForeign ? "" : undefined}>{value}</dd>
      </div>
    );
  return (
    <Screen
      title={title}
      actions={
        <>
          <ReadLink item={item} query={NO_QUERY} describedBy={`${id}-facts`} />
          <MarkButtons type="bookmark" item={item} name={title} describedBy={`${id}-facts`} />
          <button type="button" onClick={() => edit(item)}>
            <Icon icon={Pencil} />
            {t.edit}
          </button>
          <ReadAgain item={item} describedBy={`${id}-facts`} />
          <DeleteButton isBusy={remove.isBusy} onDelete={remove.run} />
        </>
      }
    >
      <div class="reader" id={id}>
        <p class="facts">
          <BookmarkStatus status={item.status} />
          <SiteIcon page={url} url={item.icon_url} />
          <SafeLink url={url}>{t.openPage(hostOf(url))}</SafeLink>
        </p>
        <BookmarkFailure item={item} describedBy={`${id}-facts`} />
        <DuplicateNote
          item={item}
          title={title}
          describedBy={`${id}-facts`}
          onMerged={() => route(`/app/bookmarks/${encodeURIComponent(item.duplicate_of ?? "")}`)}
        />
        {waiting.map((entry) => (
          <WaitingNote key={entry.idempotencyKey} entry={entry} name={title} describedBy={`${id}-facts`} />
        ))}
        <OwnPicture url={item.image_url} width={640} height={336} />
        <section aria-labelledby={`${id}-summary`}>
          <h2 id={`${id}-summary`}>{t.summary}</h2>
          {item.summary === null ? (
            <p class="quiet">{t.noSummary}</p>
          ) : (
            <p class="summary" lang={language}>
              {item.summary}
            </p>
          )}
        </section>
        {note !== "" && (
          <section aria-labelledby={`${id}-note`}>
            <h2 id={`${id}-note`}>{t.note}</h2>
            <p class="summary" lang="">
              {note}
            </p>
          </section>
        )}
        <section aria-labelledby={`${id}-facts`}>
          <h2 id={`${id}-facts`}>{t.facts}</h2>
          <dl class="about">
            {fact(t.site, item.site_name, true)}
            {fact(t.author, item.author, true)}
            {fact(t.address, url, true)}
            {fact(t.savedAt, <When at={item.created_at} />, false)}
            {fact(t.changedAt, <When at={item.updated_at} />, false)}
          </dl>
          <TagLinks tags={tags} addressOf={tagAddress} />
        </section>
      </div>
      {dialog}
    </Screen>
  );
}
