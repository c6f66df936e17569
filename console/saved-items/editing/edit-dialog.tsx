import { useState } from "preact/hooks";
import type { Bookmark, Stock } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { FormDialog } from "../../parts/forms/form-dialog.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { knownTags } from "../../parts/tags/known-tags.ts";
import { TagInput } from "../../parts/tags/tag-input.tsx";
import { tagInputTexts } from "../../parts/tags/tag-input-texts.ts";
import { tagTexts } from "../../parts/tags/tag-texts.ts";
import { notify } from "../../status/status.tsx";
import { titleOf } from "../item-row.ts";
import { editTexts } from "./edit-texts.ts";
import type { WrittenFields } from "./item-changes.ts";
import { editIntent, writtenFields } from "./item-changes.ts";

/** Changes what a person has written about an item, also without a network. The title of a deck is its provider's. */
export function EditDialog({
  item,
  onClose,
}: {
  /** As it was when the dialog was opened: what another device changes meanwhile is no change of the person. */
  readonly item: Bookmark | Stock;
  readonly onClose: () => void;
}) {
  const t = translations(editTexts);
  const parts = translations(partTexts);
  const { library } = useSignedIn();
  const [fields, setFields] = useState(() => writtenFields(item));
  const { title, note, tags } = fields;
  const change = (changes: Partial<WrittenFields>) => setFields({ ...fields, ...changes });
  const isDeck = "memo" in item;
  const save = async () => {
    const intent = editIntent(item, fields);
    if (intent !== null) await library.queue.enqueue(intent);
    notify(intent === null ? parts.unchanged : parts.changed);
  };
  return (
    <FormDialog title={parts.editTitle(titleOf(item))} onSubmit={() => save} onClose={onClose}>
      {!isDeck && (
        <TextField
          label={parts.title}
          hint={parts.titleHint}
          maxLength={500}
          value={title ?? ""}
          onType={(text) => change({ title: text })}
        />
      )}
      <TextField
        label={parts.note}
        rows={4}
        maxLength={5_000}
        value={note ?? ""}
        onType={(text) => change({ note: text })}
      />
      {tags === null ? (
        <p>
          {t.tagsGivenBack}{" "}
          <button type="button" onClick={() => change({ tags: item.tags })}>
            {t.chooseTags}
          </button>
        </p>
      ) : (
        <>
          <TagInput
            label={translations(tagTexts).tags}
            hint={translations(tagInputTexts).hint}
            tags={tags}
            known={() => knownTags(library)}
            onChange={(chosen) => change({ tags: chosen })}
          />
          {!isDeck && (
            <button type="button" onClick={() => change({ tags: null })}>
              {t.tagsOfSummary}
            </button>
          )}
        </>
      )}
    </FormDialog>
  );
}
