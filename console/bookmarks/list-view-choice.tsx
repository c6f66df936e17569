import type { IconNode } from "lucide";
import { LayoutGrid, Rows3 } from "lucide";
import type { Preferences } from "../device/preferences.ts";
import { choose, preferences } from "../device/preferences.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** The choice of rows or cards, which this device remembers. */
export function ListViewChoice() {
  const t = translations(bookmarkTexts);
  const button = (listView: Preferences["listView"], icon: IconNode, label: string) => (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-pressed={preferences.value.listView === listView}
      onClick={() => choose({ listView })}
    >
      <Icon icon={icon} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a box around two icons.
    <div role="group" class="view-choice" aria-label={t.view}>
      {button("rows", Rows3, t.asRows)}
      {button("cards", LayoutGrid, t.asCards)}
    </div>
  );
}
