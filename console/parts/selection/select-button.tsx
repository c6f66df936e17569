import { translations } from "../../language/language.ts";
import { selectionTexts } from "./selection-texts.ts";
import type { Selected } from "./use-selection.ts";

/** The button that begins and ends the selecting of a list's items. */
export function SelectButton({
  isSelecting,
  onChange,
}: {
  readonly isSelecting: boolean;
  /** Gets an empty selection, or null for its end. */
  readonly onChange: (selected: Selected) => void;
}) {
  return (
    <button
      type="button"
      class="quiet-button"
      aria-pressed={isSelecting}
      onClick={() => onChange(isSelecting ? null : new Set())}
    >
      {translations(selectionTexts).select}
    </button>
  );
}
