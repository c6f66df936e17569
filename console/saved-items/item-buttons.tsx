import { Pencil } from "lucide";
import type { Bookmark, Stock } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { ActionName } from "../parts/item-actions.tsx";
import { MarkButtons } from "../parts/marks/mark-buttons.tsx";
import type { MarkChoice } from "../parts/marks/marks.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { RefreshButton } from "../parts/queue/refresh-button.tsx";
import type { ItemType } from "./item-row.ts";

/** The buttons of an item that mark it, `Edit`, what has it fetched again, and `Delete`. */
export function ItemButtons({
  type,
  item,
  name,
  describedBy,
  choice,
  onEdit,
  onDelete,
}: {
  readonly type: ItemType;
  readonly item: Bookmark | Stock;
  /** Its title. */
  readonly name: string;
  /** Id of its heading. */
  readonly describedBy: string;
  /** What the list around the item shows. */
  readonly choice?: MarkChoice | undefined;
  /** Opens the dialog, which the caller has: these buttons may stand in a popover, which closes then. */
  readonly onEdit: () => void;
  /** Called before the item goes: move the focus. */
  readonly onDelete: () => void;
}) {
  const { library } = useSignedIn();
  const remove = useMutation(async () => {
    onDelete();
    await deleteWithUndo(library, [{ type, id: item.id }], name);
  });
  return (
    <>
      <MarkButtons type={type} item={item} name={name} describedBy={describedBy} choice={choice} />
      <button type="button" aria-describedby={describedBy} onClick={onEdit}>
        <Icon icon={Pencil} />
        <ActionName>{translations(partTexts).edit}</ActionName>
      </button>
      <RefreshButton type={type} item={item} describedBy={describedBy} />
      <DeleteButton describedBy={describedBy} isBusy={remove.isBusy} onDelete={remove.run} />
    </>
  );
}
