import type { ComponentChildren } from "preact";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { selectionTexts } from "./selection-texts.ts";

/** The number of selected items, the actions on them, and the end of selecting. */
export function SelectionBar({
  selected,
  all,
  onSelectAll,
  onSelectNone,
  onEnd,
  children,
}: {
  readonly selected: number;
  /** The keys that can be selected: all of the list, also of items that are not rendered yet. */
  readonly all: number;
  readonly onSelectAll: () => void;
  readonly onSelectNone: () => void;
  readonly onEnd: () => void;
  /** Of `SelectionAction`. */
  readonly children: ComponentChildren;
}) {
  const t = translations(selectionTexts);
  return (
    <section class="wrapping selection" aria-label={t.selection}>
      <p role="status">{t.selected(count(selected))}</p>
      <div class="actions">
        <button type="button" onClick={onSelectAll}>
          {t.selectAll(count(all))}
        </button>
        <button type="button" onClick={onSelectNone}>
          {t.selectNone}
        </button>
        {children}
        <button type="button" onClick={onEnd}>
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
