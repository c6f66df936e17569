import { useState } from "preact/hooks";
import { translations } from "../language/language.ts";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import { TextField } from "../parts/forms/text-field.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { tagInputTexts } from "../parts/tags/tag-input-texts.ts";
import { LONGEST_TAG, tagKey, withTag } from "../parts/tags/tag-list.ts";
import { notify } from "../status/status.tsx";
import type { TagUse } from "./tag-use.ts";
import { tagsTexts } from "./tags-texts.ts";
import { useTagChange } from "./use-tag-change.ts";

/** Renames a tag of all items; the name of another tag merges the two. */
export function RenameDialog({
  use,
  uses,
  onRenamed,
  onClose,
}: {
  readonly use: TagUse;
  /** All tags. */
  readonly uses: readonly TagUse[];
  readonly onRenamed: (key: string) => void;
  readonly onClose: () => void;
}) {
  const t = translations(tagsTexts);
  const change = useTagChange();
  const [typed, setTyped] = useState(use.tag);
  const [problem, setProblem] = useState<string | null>(null);
  const key = tagKey(typed);
  const other = uses.find((each) => each.key === key && key !== use.key);
  const submit = () => {
    const {
      tags: [to],
      problem: tooLong,
    } = withTag([], typed);
    setProblem(tooLong === null ? (to === undefined ? t.missing : null) : translations(tagInputTexts).long);
    if (to === undefined) return null;
    return async () => {
      // Another tag keeps its spelling.
      const name = other?.tag ?? to;
      onRenamed(key);
      if (name === use.tag) {
        notify(translations(partTexts).unchanged);
        return;
      }
      await change({ from: new Set([use.key]), to: name }, (changed) =>
        other === undefined ? t.renamed(name, changed) : t.merged(name, changed),
      );
    };
  };
  return (
    <FormDialog
      title={t.renameTitle(use.tag)}
      submit={other === undefined ? t.rename : t.merge}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t.name} problem={problem} maxLength={4 * LONGEST_TAG} value={typed} onType={setTyped} />
      <p role="status">{other !== undefined && t.isThere(other.tag)}</p>
    </FormDialog>
  );
}
