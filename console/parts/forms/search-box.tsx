import { useEffect, useId, useRef, useState } from "preact/hooks";

/**
 * Milliseconds without a key before the search: the address follows it, and Safari allows 100 changes of the address in
 * 30 s (WebKit, `History::stateObjectAdded`).
 */
const PAUSE_MS = 300;

/**
 * A search box that searches while a person types, but not while an input method composes a word.
 *
 * @param value what is searched for now
 */
export function SearchBox({
  label,
  hint = null,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly hint?: string | null;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(value);
  useEffect(() => {
    // The address was changed otherwise, e.g. by the button Back.
    if (value === asked.current) return;
    asked.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (typed: string) => {
    if (typed.trim() === asked.current) return;
    asked.current = typed.trim();
    onSearch(asked.current);
  };
  const later = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(typed), PAUSE_MS);
  };
  return (
    <search class="grow">
      <form
        class="field"
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <label for={id}>{label}</label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          maxLength={200}
          aria-describedby={hint === null ? undefined : `${id}-hint`}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            if (!event.isComposing) later(event.currentTarget.value);
          }}
          onCompositionStart={() => clearTimeout(timer.current)}
          onCompositionEnd={(event) => later(event.currentTarget.value)}
        />
        {hint !== null && (
          <small id={`${id}-hint`} class="hint">
            {hint}
          </small>
        )}
      </form>
    </search>
  );
}
