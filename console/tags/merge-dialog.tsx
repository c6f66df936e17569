import { useId, useState } from "preact/hooks";
import { translations } from "../language/language.ts";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import type { TagUse } from "./tag-use.ts";
import { tagsTexts } from "./tags-texts.ts";
import { useTagChange } from "./use-tag-change.ts";

/** Merges several tags into one of them, at all items. */
export function MergeDialog({
  uses,
  onMerged,
  onClose,
}: {
  /** Two or more; the first one is proposed. */
  readonly uses: readonly TagUse[];
  readonly onMerged: (key: string) => void;
  readonly onClose: () => void;
}) {
  const t = translations(tagsTexts);
  const name = useId();
  const change = useTagChange();
  const [stays, setStays] = useState(uses[0]);
  const merge = async () => {
    if (stays === undefined) return;
    const { key, tag } = stays;
    onMerged(key);
    const from = new Set(uses.flatMap((each) => (each.key === key ? [] : [each.key])));
    await change({ from, to: tag }, (changed) => t.merged(tag, changed));
  };
  return (
    <FormDialog title={t.mergeTitle} submit={t.merge} onSubmit={() => merge} onClose={onClose}>
      <fieldset class="options">
        <legend>{t.stays}</legend>
        {uses.map((use) => (
          <label key={use.key} class="option">
            <input type="radio" name={name} checked={use.key === stays?.key} onChange={() => setStays(use)} />
            <span lang="">{use.tag}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
