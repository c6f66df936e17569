import { useEffect, useRef, useState } from "preact/hooks";
import type { Bookmark } from "../../client/index.ts";
import { said } from "../language/language.ts";
import { useAction } from "../parts/answers/use-action.ts";
import { Dialog } from "../parts/forms/dialog.tsx";
import { TextField } from "../parts/forms/text-field.tsx";
import { TagInput } from "../parts/tags/tag-input.tsx";
import { useSignedIn } from "../shell/signed-in.ts";
import { tell } from "../shell/status.tsx";
import { bookmarkChanges } from "./bookmark-changes.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { knownTags } from "./known-tags.ts";

/** Changes title, note and tags of a bookmark, also without a network. It opens when it is rendered. */
export function EditDialog({ item, onClose }: { readonly item: Bookmark; readonly onClose: () => void }) {
  const t = said(bookmarkTexts);
  const { library } = useSignedIn();
  const dialog = useRef<HTMLDialogElement>(null);
  const [title, setTitle] = useState(item.title ?? "");
  const [note, setNote] = useState(item.note ?? "");
  const [tags, setTags] = useState<readonly string[] | null>(item.tags);
  useEffect(() => dialog.current?.showModal(), []);
  const save = useAction(async () => {
    const body = bookmarkChanges(item, { title, note, tags });
    if (body !== null) await library.queue.enqueue({ update: "bookmark", id: item.id, body });
    dialog.current?.close();
    tell(body === null ? t.unchanged : t.changed);
  });
  return (
    <Dialog title={t.editTitle} dialog={dialog} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.run();
        }}
      >
        <TextField label={t.pageTitle} hint={t.pageTitleHint} maxLength={500} value={title} onType={setTitle} />
        <TextField label={t.note} rows={4} maxLength={5_000} value={note} onType={setNote} />
        {tags === null ? (
          <p>
            {t.tagsGivenBack}{" "}
            <button type="button" onClick={() => setTags(item.tags)}>
              {t.chooseTags}
            </button>
          </p>
        ) : (
          <>
            <TagInput label={t.tags} tags={tags} known={() => knownTags(library)} onChange={setTags} />
            <button type="button" onClick={() => setTags(null)}>
              {t.tagsOfSummary}
            </button>
          </>
        )}
        <div class="actions dialog-actions">
          <button type="submit" class="primary" aria-disabled={save.isBusy}>
            {t.saveChanges}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {t.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
