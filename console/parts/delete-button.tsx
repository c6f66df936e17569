import { Trash2 } from "lucide";
import { translations } from "../language/language.ts";
import { Icon } from "./icon.tsx";
import { ActionName } from "./item-actions.tsx";
import { partTexts } from "./part-texts.ts";

/** The button `Delete` of an item, the same everywhere: with `Undo`, or after a question (`useAskedDeletion`). */
export function DeleteButton({
  describedBy,
  isBusy,
  onDelete,
}: {
  /** Id of the heading that tells it from those of other items. */
  readonly describedBy?: string | undefined;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}) {
  return (
    <button type="button" aria-describedby={describedBy} aria-disabled={isBusy} onClick={() => !isBusy && onDelete()}>
      <Icon icon={Trash2} />
      <ActionName>{translations(partTexts).delete}</ActionName>
    </button>
  );
}
