import type { SyncedItem } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { useLoadedDialog } from "../parts/forms/use-loaded-dialog.tsx";
import { markTexts } from "../parts/marks/mark-texts.ts";
import { markWithUndo } from "../parts/marks/mark-with-undo.ts";
import type { Mark } from "../parts/marks/marks.ts";
import { isMarked, MARKS } from "../parts/marks/marks.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { fetchWithUndo } from "../parts/queue/fetch-with-undo.ts";
import { SelectionAction, SelectionBar } from "../parts/selection/selection-bar.tsx";
import { selectionTexts } from "../parts/selection/selection-texts.ts";
import type { Selected } from "../parts/selection/use-selection.ts";
import type { ItemRow, ItemType } from "./item-row.ts";
import { rowsOf } from "./item-row.ts";

/** The actions for the selected items of a list, each with one `Undo` for all of them. */
export function ItemSelection({
  type,
  found,
  selected,
  onSelect,
}: {
  readonly type: ItemType;
  /** All that is found, whether it is rendered or not. */
  readonly found: readonly SyncedItem[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: Selected) => void;
}) {
  const t = translations(partTexts);
  const { library } = useSignedIn();
  const all = found.filter(({ id }) => id !== null);
  const rows = rowsOf(
    type,
    all.filter(({ id }) => selected.has(id ?? "")),
  );
  const [open, dialog] = useLoadedDialog({ rows });
  const isNone = rows.length === 0;
  const ids = rows.map(({ key }) => key);
  const remove = useMutation(async () => {
    await deleteWithUndo(
      library,
      ids.map((id) => ({ type, id })),
      rows[0]?.title ?? "",
    );
    onSelect(new Set());
  });
  const fetchAgain = useMutation(() => fetchWithUndo(library, type, ids));
  return (
    <>
      <SelectionBar selected={rows.length} all={all.map(({ id }) => id ?? "")} onSelect={onSelect}>
        <SelectionAction label={t.delete} isOff={isNone || remove.isBusy} onPress={remove.run} />
        <SelectionAction
          label={translations(selectionTexts).tag}
          isOff={isNone}
          onPress={() => open(() => import("./editing/tag-dialog.tsx").then((module) => module.TagDialog))}
        />
        {MARKS.map((mark) => (
          <MarkSelected key={mark} mark={mark} rows={rows} />
        ))}
        <SelectionAction label={t.fetchAgain} isOff={isNone || fetchAgain.isBusy} onPress={fetchAgain.run} />
      </SelectionBar>
      {dialog}
    </>
  );
}

/** Marks the selected items as read, or when none is unread as unread; gives those without one a star, or takes all. */
function MarkSelected({ mark, rows }: { readonly mark: Mark; readonly rows: readonly ItemRow<ItemType>[] }) {
  const t = translations(markTexts);
  const { library } = useSignedIn();
  const usual = mark === "starred";
  const has = ({ item }: ItemRow<ItemType>) => item !== null && isMarked(item, mark);
  const isOn = rows.length === 0 || rows.some((row) => has(row) !== usual) ? usual : !usual;
  const marking = useMutation(async () => {
    const changed = rows.filter((row) => has(row) !== isOn);
    const targets = changed.map(({ type, key }) => ({ type, id: key }));
    await markWithUndo(library, targets, { mark, isOn }, changed[0]?.title ?? "");
  });
  return (
    <SelectionAction
      label={(isOn ? t.mark : t.unmark)[mark]}
      isOff={rows.length === 0 || marking.isBusy}
      onPress={marking.run}
    />
  );
}
