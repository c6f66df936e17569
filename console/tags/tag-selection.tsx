import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { SelectionAction, SelectionBar } from "../parts/selection/selection-bar.tsx";
import type { Selected } from "../parts/selection/use-selection.ts";
import type { TagUse } from "./tag-use.ts";
import { tagsTexts } from "./tags-texts.ts";
import { useTagChange } from "./use-tag-change.ts";

/** The actions for the selected tags, each with one `Undo` for all of them. */
export function TagSelection({
  selected,
  all,
  onMerge,
  onSelect,
}: {
  /** In the order of the list. */
  readonly selected: readonly TagUse[];
  /** The keys of the tags that the list has. */
  readonly all: readonly string[];
  readonly onMerge: (selected: readonly TagUse[]) => void;
  readonly onSelect: (selected: Selected) => void;
}) {
  const t = translations(tagsTexts);
  const change = useTagChange();
  const remove = useMutation(async () => {
    const [only] = selected;
    await change({ from: new Set(selected.map(({ key }) => key)), to: null }, (changed) =>
      selected.length === 1 ? t.deleted(only?.tag ?? "", changed) : t.deletedTags(count(selected.length), changed),
    );
    onSelect(new Set());
  });
  return (
    <SelectionBar selected={selected.length} all={all} onSelect={onSelect}>
      <SelectionAction label={t.merge} isOff={selected.length < 2} onPress={() => onMerge(selected)} />
      <SelectionAction
        label={translations(partTexts).delete}
        isOff={selected.length === 0 || remove.isBusy}
        onPress={remove.run}
      />
    </SelectionBar>
  );
}
