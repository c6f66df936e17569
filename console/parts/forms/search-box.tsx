import { useId, useState } from "preact/hooks";
import { usePausingSearch } from "./use-pausing-search.ts";

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
  const search = usePausingSearch(value, onSearch, setText);
  return (
    <search class="grow">
      <form
        class="field"
        onSubmit={(event) => {
          event.preventDefault();
          search.now(text.trim());
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
            if (!event.isComposing) search.later(event.currentTarget.value.trim());
          }}
          onCompositionStart={search.cancel}
          onCompositionEnd={(event) => search.later(event.currentTarget.value.trim())}
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
