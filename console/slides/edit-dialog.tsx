import { useState } from "preact/hooks";
import type { Stock } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import { TextField } from "../parts/forms/text-field.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { knownTags } from "../parts/tags/known-tags.ts";
import { TagInput } from "../parts/tags/tag-input.tsx";
import { tagInputTexts } from "../parts/tags/tag-input-texts.ts";
import { tagTexts } from "../parts/tags/tag-texts.ts";
import { notify } from "../status/status.tsx";
import { deckChanges } from "./deck-changes.ts";
import { deckName } from "./deck-words.ts";

/** Changes memo and tags of a deck, also without a network. */
export function EditDialog({
  stock,
  onClose,
}: {
  /** As it was when the dialog was opened: what another device changes meanwhile is no change of the person. */
  readonly stock: Stock;
  readonly onClose: () => void;
}) {
  const t = translations(partTexts);
  const { library } = useSignedIn();
  const [memo, setMemo] = useState(stock.memo ?? "");
  const [tags, setTags] = useState<readonly string[]>(stock.tags);
  const save = async () => {
    const body = deckChanges(stock, { memo, tags });
    if (body !== null) await library.queue.enqueue({ update: "stock", id: stock.id, body });
    notify(body === null ? t.unchanged : t.changed);
  };
  return (
    <FormDialog title={t.editTitle(deckName(stock))} onSubmit={() => save} onClose={onClose}>
      <TextField label={t.note} rows={5} maxLength={5_000} value={memo} onType={setMemo} />
      <TagInput
        label={translations(tagTexts).tags}
        hint={translations(tagInputTexts).hint}
        tags={tags}
        known={() => knownTags(library)}
        onChange={setTags}
      />
    </FormDialog>
  );
}
