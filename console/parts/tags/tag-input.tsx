import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { sentences } from "../../language/sentences.ts";
import { Field } from "../forms/field.tsx";
import { isComposing } from "../forms/input-method.ts";
import { tagInputTexts } from "./tag-input-texts.ts";
import { withoutTag } from "./tag-list.ts";
import { TagSuggestions } from "./tag-suggestions.tsx";
import { useTagBox } from "./use-tag-box.ts";

/** A text box for tags, with completion, and the tags that were chosen. */
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
  const t = translations(tagInputTexts);
  const input = useRef<HTMLInputElement>(null);
  /** Said beside the box: a dialog hides the regions of the page from screen readers. */
  const [removed, setRemoved] = useState("");
  const remove = (tag: string) => {
    box.forget();
    onChange(withoutTag(tags, tag));
    setRemoved(t.removed(tag));
    input.current?.focus();
  };
  const box = useTagBox({ tags, known, onChange, onRemove: remove });
  const { typed, options, active, refused } = box;
  const tooMany = refused.filter(({ problem }) => problem === "many").length;
  const problem = sentences(refused.length > tooMany ? t.long : "", tooMany > 0 ? t.many(tooMany) : "");
  // A form with text that was not taken is not sent.
  useLayoutEffect(() => input.current?.setCustomValidity(problem), [problem]);
  return (
    <Field label={label} hint={hint} problem={problem === "" ? null : problem}>
      {(attributes) => (
        <>
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
          <p role="status" class="visually-hidden">
            {removed}
          </p>
          <div class="combobox">
            <input
              {...attributes}
              ref={input}
              type="text"
              role="combobox"
              aria-expanded={options.length > 0}
              aria-controls={`${attributes.id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? `${attributes.id}-list-${active}` : undefined}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              value={typed}
              onFocus={box.onFocus}
              onInput={(event) => box.onInput(event.currentTarget.value, isComposing(event))}
              onCompositionEnd={(event) => box.onInput(event.currentTarget.value, false)}
              onKeyDown={box.onKeyDown}
              onBlur={box.onBlur}
            />
            <TagSuggestions id={`${attributes.id}-list`} options={options} active={active} onChoose={box.add} />
          </div>
        </>
      )}
    </Field>
  );
}
