import type { RefObject, TargetedEvent } from "preact";
import { translations } from "../../language/language.ts";
import { isComposing } from "../forms/input-method.ts";
import { searchTexts } from "./search-texts.ts";
import type { KnownValues } from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

/**
 * A box for a search, with suggestions below it while a person types. Its role remains that of a text box: the status beside
 * it announces the state of the list.
 */
export function SearchInput({
  id,
  box,
  text,
  known,
  onWrite,
  onEnter,
  type,
  ...attributes
}: {
  readonly id: string;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly text: string;
  /** What may be suggested; read when a person begins to type. */
  readonly known: () => KnownValues;
  readonly onWrite: (text: string, isUnfinished: boolean) => void;
  readonly onEnter?: (event: KeyboardEvent) => void;
  readonly type: "text" | "search";
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly autocapitalize?: "none";
  readonly spellcheck?: boolean;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}) {
  const t = translations(searchTexts);
  const suggestions = useSuggestions(box, { text, known, write: (next) => onWrite(next, false) });
  const { options, active } = suggestions;
  const list = `${id}-list`;
  const typed = (event: TargetedEvent<HTMLInputElement>, isUnfinished: boolean) => {
    onWrite(event.currentTarget.value, isUnfinished);
    if (!isUnfinished) suggestions.onTyped();
  };
  return (
    <>
      <input
        {...attributes}
        // Preact has a type of attributes for each type of input.
        type={type as "text"}
        id={id}
        ref={box}
        autocomplete="off"
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={options[active] === undefined ? undefined : `${list}-${active}`}
        value={text}
        onInput={(event) => typed(event, isComposing(event))}
        onCompositionEnd={(event) => typed(event, false)}
        onKeyDown={(event) => {
          if (suggestions.onKey(event)) {
            event.preventDefault();
            event.stopPropagation();
          } else if (event.key === "Enter" && !isComposing(event)) onEnter?.(event);
        }}
        onBlur={suggestions.close}
      />
      <div role="listbox" id={list} aria-label={t.suggestions} hidden={options.length === 0}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box (ARIA APG, combobox).
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box (aria-activedescendant).
          <div
            key={option.text}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            // The text box keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => suggestions.choose(option)}
          >
            <bdi lang="">{option.text}</bdi> <small>{t.meanings[option.operator]}</small>
          </div>
        ))}
      </div>
      <span role="status" class="visually-hidden">
        {options.length > 0 && t.suggested(options.length)}
      </span>
    </>
  );
}
