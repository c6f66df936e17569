import { useState } from "preact/hooks";
import { translations } from "../language/language.ts";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import { Options } from "../parts/forms/options.tsx";
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
  const change = useTagChange();
  const [stays, setStays] = useState(uses[0]?.key ?? "");
  const merge = async () => {
    onMerged(stays);
    const to = uses.find(({ key }) => key === stays)?.tag ?? "";
    const from = new Set(uses.map(({ key }) => key).filter((key) => key !== stays));
    await change({ from, to }, (changed) => t.merged(to, changed));
  };
  return (
    <FormDialog title={t.mergeTitle} submit={t.merge} onSubmit={() => merge} onClose={onClose}>
      <Options
        label={t.stays}
        value={stays}
        options={uses.map(({ key, tag }) => [key, <span lang="">{tag}</span>] as const)}
        onChoose={setStays}
      />
    </FormDialog>
  );
}
