import { useId, useRef, useState } from "preact/hooks";
import { said } from "../../language/language.ts";
import { tell } from "../../shell/status.tsx";
import { tagInputTexts } from "./tag-input-texts.ts";
import { completions, withoutTag, withTag } from "./tag-list.ts";

/** Tags are typed or pasted with these between them. */
const BETWEEN = /[,、，\n\t]/;

/**
 * A text box for tags, with completion: the combobox pattern of ARIA APG with a list of suggestions. Enter or a comma adds
 * the text, the arrows choose a suggestion, Escape closes the list, Backspace in the empty box removes the last tag. While
 * an input method composes, no key does anything else.
 */
export function TagInput({
  label,
  hint = null,
  tags,
  known,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string | null;
  readonly tags: readonly string[];
  /** The tags to complete to, the best first; read when the box gets the focus. */
  readonly known: () => readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) {
  const t = said(tagInputTexts);
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  /** Index of the chosen suggestion; -1 for none. */
  const [active, setActive] = useState(-1);
  const [problem, setProblem] = useState<"long" | "many" | null>(null);
  const options = isOpen ? completions(suggested, tags, typed) : [];

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const add = (...texts: readonly string[]) => {
    let all = tags;
    let left = "";
    let found: "long" | "many" | null = null;
    for (const text of texts) {
      const added = withTag(all, text);
      all = added.tags;
      if (added.problem === null) continue;
      found = added.problem;
      left = text;
    }
    setProblem(found);
    // What was not added stays, to be shortened.
    setTyped(left);
    close();
    if (all !== tags) onChange(all);
  };
  const remove = (tag: string) => {
    setProblem(null);
    onChange(withoutTag(tags, tag));
    tell(t.removed(tag));
    box.current?.focus();
  };
  const onInput = (text: string, isComposing: boolean) => {
    setTyped(text);
    if (isComposing) return;
    setActive(-1);
    setOpen(true);
    if (BETWEEN.test(text)) add(...text.split(BETWEEN));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { length } = options;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        if (!isOpen) setOpen(true);
        else if (length > 0)
          setActive(event.key === "ArrowDown" ? (active + 1) % length : active <= 0 ? length - 1 : active - 1);
        break;
      }
      case "Enter": {
        const text = options[active] ?? typed;
        if (text.trim() === "") return;
        // Adds the tag, and does not send the form.
        event.preventDefault();
        add(text);
        break;
      }
      case "Escape":
        if (!isOpen || length === 0) return;
        // Closes the list, and not the dialog.
        event.preventDefault();
        event.stopPropagation();
        close();
        break;
      case "Backspace": {
        const last = tags.at(-1);
        if (typed === "" && last !== undefined) remove(last);
        break;
      }
    }
  };
  const described = [hint === null ? "" : `${id}-hint`, problem === null ? "" : `${id}-problem`].filter(Boolean);
  return (
    <div class="field tag-input">
      <label for={id}>{label}</label>
      {tags.length > 0 && (
        <ul class="tags" aria-label={t.chosen(label)}>
          {tags.map((tag) => (
            <li key={tag} class="tag" lang="">
              {tag}
              <button type="button" aria-label={t.remove(tag)} onClick={() => remove(tag)}>
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="combobox">
        <input
          ref={box}
          id={id}
          type="text"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={described.length === 0 ? undefined : described.join(" ")}
          aria-invalid={problem !== null}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={typed}
          onFocus={() => setSuggested(known())}
          onInput={(event) => onInput(event.currentTarget.value, event.isComposing)}
          onCompositionEnd={(event) => onInput(event.currentTarget.value, false)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            // What was typed is meant, as in any other text box.
            if (typed.trim() !== "") add(typed);
            else close();
          }}
        />
        <div role="listbox" id={`${id}-list`} aria-label={t.suggestions} hidden={options.length === 0}>
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
              onClick={() => add(tag)}
            >
              {tag}
            </div>
          ))}
        </div>
      </div>
      {hint !== null && (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      )}
      {problem !== null && (
        <small id={`${id}-problem`} class="failure">
          {t[problem]}
        </small>
      )}
    </div>
  );
}
