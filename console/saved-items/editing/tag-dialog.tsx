import { useState } from "preact/hooks";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { sentences } from "../../language/sentences.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { FormDialog } from "../../parts/forms/form-dialog.tsx";
import { enqueueWithUndo } from "../../parts/queue/enqueue-with-undo.ts";
import { undoTexts } from "../../parts/queue/undo-texts.ts";
import { knownTags } from "../../parts/tags/known-tags.ts";
import { TagInput } from "../../parts/tags/tag-input.tsx";
import { byUse, isSame } from "../../parts/tags/tag-list.ts";
import { notify } from "../../status/status.tsx";
import type { ItemRow, ItemType } from "../item-row.ts";
import { editTexts } from "./edit-texts.ts";
import { changedTags } from "./item-changes.ts";

/** Adds tags to several items, and removes some. */
export function TagDialog({
  rows,
  onClose,
}: {
  readonly rows: readonly ItemRow<ItemType>[];
  readonly onClose: () => void;
}) {
  const t = translations(editTexts);
  const { nothingChanged } = translations(undoTexts);
  const { library } = useSignedIn();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const save = async () => {
    const plans = rows.map((row) => ({ row, tags: changedTags(row.tags, added, removed) }));
    const tooMany = plans.filter(({ tags }) => tags === null).length;
    const intents = plans.flatMap(({ row, tags }) =>
      tags === null || isSame(tags, row.tags) ? [] : [{ update: row.type, id: row.key, body: { tags: [...tags] } }],
    );
    const rest = tooMany === 0 ? "" : t.notTagged(tooMany);
    if (intents.length === 0) notify(tooMany === 0 ? t.nothingToTag : rest);
    else await enqueueWithUndo(library, intents, sentences(t.tagged(count(intents.length)), rest), nothingChanged);
  };
  return (
    <FormDialog title={t.tagTitle(count(rows.length))} submit={t.changeTags} onSubmit={() => save} onClose={onClose}>
      <TagInput label={t.addTags} tags={added} known={() => knownTags(library)} onChange={setAdded} />
      <TagInput
        label={t.removeTags}
        tags={removed}
        known={() => byUse(rows.map(({ tags }) => tags))}
        onChange={setRemoved}
      />
    </FormDialog>
  );
}
