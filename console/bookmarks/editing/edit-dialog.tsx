import { useState } from "preact/hooks";
import type { Bookmark } from "../../../client/index.ts";
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
import { titleOr } from "../bookmark-row.ts";
import { bookmarkTexts } from "../bookmark-texts.ts";
import { bookmarkChanges } from "./bookmark-changes.ts";

/** Changes title, note and tags of a bookmark, also without a network. */
export function EditDialog({ item, onClose }: { readonly item: Bookmark; readonly onClose: () => void }) {
  const t = translations(bookmarkTexts);
  const parts = translations(partTexts);
  const { library } = useSignedIn();
  const [title, setTitle] = useState(item.title ?? "");
  const [note, setNote] = useState(item.note ?? "");
  const [tags, setTags] = useState<readonly string[] | null>(item.tags);
  const save = async () => {
    const body = bookmarkChanges(item, { title, note, tags });
    if (body !== null) await library.queue.enqueue({ update: "bookmark", id: item.id, body });
    notify(body === null ? parts.unchanged : parts.changed);
  };
  return (
    <FormDialog title={parts.editTitle(titleOr(item.title, item.url))} onSubmit={() => save} onClose={onClose}>
      <TextField label={parts.title} hint={parts.titleHint} maxLength={500} value={title} onType={setTitle} />
      <TextField label={parts.note} rows={4} maxLength={5_000} value={note} onType={setNote} />
      {tags === null ? (
        <p>
          {t.tagsGivenBack}{" "}
          <button type="button" onClick={() => setTags(item.tags)}>
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
            onChange={setTags}
          />
          <button type="button" onClick={() => setTags(null)}>
            {t.tagsOfSummary}
          </button>
        </>
      )}
    </FormDialog>
  );
}
