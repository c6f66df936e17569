import { useState } from "preact/hooks";
import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { ConfirmDialog } from "../parts/forms/confirm-dialog.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { notify } from "../status/status.tsx";
import { bookmarkRow } from "./bookmark-row.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** Says that an older bookmark has the same page, with a button that merges both; nothing when this device has no such one. */
export function DuplicateNote({
  item,
  title,
  describedBy,
  onMerged,
}: {
  readonly item: Bookmark;
  readonly title: string;
  readonly describedBy: string;
  /** The item is gone from its list. */
  readonly onMerged: () => void;
}) {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  const thing = item.duplicate_of === null ? null : library.synced.get("bookmark", item.duplicate_of);
  const older = thing && bookmarkRow(thing);
  const merge = useMutation(async () => {
    if (!older?.item) return;
    onMerged();
    await library.queue.enqueue({ merge: "bookmark", id: item.id, into: older.item.id });
    notify(t.merged);
  });
  if (!older?.item) return null;
  return (
    <div class="actions">
      <span class="quiet">
        {t.duplicateOf} <a href={`/app/bookmarks/${encodeURIComponent(older.item.id)}`}>{older.title}</a>
      </span>
      <button type="button" aria-describedby={describedBy} aria-disabled={merge.isBusy} onClick={() => setAsking(true)}>
        {t.merge}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t.mergeTitle}
          text={t.mergeText(title, older.title)}
          confirm={t.merge}
          keep={t.mergeKeep}
          onConfirm={merge.run}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
