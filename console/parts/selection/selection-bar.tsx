import type { ComponentChildren } from "preact";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { selectionTexts } from "./selection-texts.ts";
import type { Selected } from "./use-selection.ts";

/** The number of selected items, the actions on them, and the end of selecting. */
export function SelectionBar({
  selected,
  all,
  onSelect,
  children,
}: {
  readonly selected: number;
  /** The keys that can be selected: all of the list, also of items that are not rendered yet. */
  readonly all: readonly string[];
  /** Gets the next selection, or null for its end. */
  readonly onSelect: (selected: Selected) => void;
  /** Of `SelectionAction`. */
  readonly children: ComponentChildren;
}) {
  const t = translations(selectionTexts);
  return (
    <section class="wrapping selection" aria-label={t.selection}>
      <p role="status">{t.selected(count(selected))}</p>
      <div class="actions">
        <button type="button" onClick={() => onSelect(new Set(all))}>
          {t.selectAll(count(all.length))}
        </button>
        <button type="button" onClick={() => onSelect(new Set())}>
          {t.selectNone}
        </button>
        {children}
        <button type="button" onClick={() => onSelect(null)}>
          {t.end}
        </button>
      </div>
    </section>
  );
}

export function SelectionAction({
  label,
  isOff,
  onPress,
}: {
  readonly label: string;
  /** Too little is selected, or the action is in progress. */
  readonly isOff: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      {label}
    </button>
  );
}
