import { useEffect, useRef, useState } from "preact/hooks";

/**
 * Milliseconds without a key before the search: the address follows it, and Safari allows 100 changes of the address in
 * 30 s (WebKit, `History::stateObjectAdded`).
 */
const PAUSE_MS = 300;

/** A search as one types. It waits while an input method composes, whose letters are not yet the word. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  readonly label: string;
  /** What is searched now. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (wanted: string, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(wanted.trim()), afterMs);
  };
  return (
    <label class="search-box">
      <span class="label">{label}</span>
      <input
        type="search"
        value={text}
        maxLength={200}
        autocomplete="off"
        onInput={(event) => {
          setText(event.currentTarget.value);
          if (!event.isComposing) search(event.currentTarget.value, PAUSE_MS);
        }}
        onCompositionEnd={(event) => search(event.currentTarget.value, PAUSE_MS)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.isComposing) search(event.currentTarget.value, 0);
        }}
      />
    </label>
  );
}
