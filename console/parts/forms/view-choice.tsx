import type { IconNode } from "lucide";
import { translations } from "../../language/language.ts";
import { Icon } from "../icon.tsx";
import { partTexts } from "../part-texts.ts";

/** The choice of how a list is shown, a button with an icon for each way. */
export function ViewChoice<View extends string>({
  view,
  choices,
  onChoose,
}: {
  readonly view: View;
  /** Each way with its icon and its name. */
  readonly choices: readonly (readonly [View, IconNode, string])[];
  readonly onChoose: (view: View) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a box around two icons.
    <div role="group" class="view-choice" aria-label={translations(partTexts).view}>
      {choices.map(([each, icon, label]) => (
        <button
          key={each}
          type="button"
          class="icon-button"
          aria-label={label}
          aria-pressed={each === view}
          onClick={() => onChoose(each)}
        >
          <Icon icon={icon} />
        </button>
      ))}
    </div>
  );
}
