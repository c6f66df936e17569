import { useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { hostOf } from "../../parts/host-of.ts";
import { RunButton } from "../../parts/run-button.tsx";
import type { ItemRow } from "../../saved-items/item-row.ts";
import { rowOf } from "../../saved-items/item-row.ts";
import { readingAddress } from "../bookmark-query.ts";
import { bookmarkTexts } from "../bookmark-texts.ts";
import type { MergeDialog } from "./merge-dialog.tsx";

/** Says that another bookmark has the same page, with a button that merges both; nothing when this device has no such one. */
export function DuplicateNote({
  row,
  describedBy,
  onMerged,
}: {
  readonly row: ItemRow<"bookmark">;
  readonly describedBy: string;
  /** The item has left its list. */
  readonly onMerged: () => void;
}) {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  const [question, setQuestion] = useState<{ readonly Dialog: typeof MergeDialog } | null>(null);
  const synced = library.synced.get("bookmark", row.item?.duplicate_of ?? "");
  const other = synced && rowOf("bookmark", synced);
  // Loaded on demand: most lists have no such pair.
  const ask = async () => {
    const { MergeDialog: Dialog } = await import("./merge-dialog.tsx");
    setQuestion({ Dialog });
  };
  if (!other) return null;
  return (
    <div class="duplicate actions">
      <span class="quiet">
        {t.duplicateOf} <a href={readingAddress(other.key, {})}>{other.title}</a> ({hostOf(other.url)})
      </span>
      <RunButton act={ask} aria-describedby={describedBy}>
        {t.merge}
      </RunButton>
      {question !== null && (
        <question.Dialog goes={row} stays={other} onMerged={onMerged} onClose={() => setQuestion(null)} />
      )}
    </div>
  );
}
