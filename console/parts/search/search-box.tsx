import { Search } from "lucide";
import { useId, useRef, useState } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { isUnreadable } from "./is-unreadable.ts";
import { SearchInput } from "./search-input.tsx";
import { SearchProblem } from "./search-problem.tsx";
import type { KnownValues } from "./suggestions.ts";
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
  known,
  onSearch,
}: {
  readonly label: string;
  readonly hint?: string | null;
  readonly value: string;
  /** What a search may be completed with. */
  readonly known: () => KnownValues;
  readonly onSearch: (text: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  const search = usePausingSearch(value, onSearch, setText);
  const hasProblem = isUnreadable(text, value);
  return (
    <search class="grow">
      <form
        class="one-field"
        onSubmit={(event) => {
          event.preventDefault();
          search.now(text.trim());
        }}
      >
        <div class="one-box combobox">
          <label for={id} class="visually-hidden">
            {label}
          </label>
          <SearchInput
            id={id}
            box={box}
            type="search"
            placeholder={label}
            maxLength={200}
            aria-describedby={hasProblem ? `${id}-problem` : hint === null ? undefined : `${id}-hint`}
            aria-invalid={hasProblem}
            text={text}
            known={known}
            onWrite={(next, isUnfinished) => {
              setText(next);
              if (isUnfinished) search.cancel();
              else search.later(next.trim());
            }}
          />
          <Icon icon={Search} />
        </div>
        {hasProblem && <SearchProblem id={`${id}-problem`} q={text} box={box} />}
        {hint !== null && (
          <small id={`${id}-hint`} class="search-help">
            {hint}
          </small>
        )}
      </form>
    </search>
  );
}
