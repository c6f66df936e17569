import { translations } from "../../language/language.ts";
import { tagInputTexts } from "./tag-input-texts.ts";

/** The list of suggestions below a box for tags. */
export function TagSuggestions({
  id,
  options,
  active,
  onChoose,
}: {
  /** Of the list; the suggestions have it with their index. */
  readonly id: string;
  readonly options: readonly string[];
  /** Index of the chosen suggestion; -1 for none. */
  readonly active: number;
  readonly onChoose: (tag: string) => void;
}) {
  return (
    <div role="listbox" id={id} aria-label={translations(tagInputTexts).suggestions} hidden={options.length === 0}>
      {options.map((tag, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box (ARIA APG, combobox).
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box (aria-activedescendant).
        <div
          key={tag}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          lang=""
          // The text box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(tag)}
        >
          {tag}
        </div>
      ))}
    </div>
  );
}
