import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isComposing } from "../forms/input-method.ts";
import { useQuery } from "../queries/use-query.ts";
import type { KnownValues, Suggestion } from "./suggestions.ts";

export interface Suggestions {
  /** Those that are shown; none while the list is closed. */
  readonly options: readonly Suggestion[];
  /** Index of the chosen one; of none if nothing is chosen. */
  readonly active: number;
  readonly choose: (suggestion: Suggestion) => void;
  /** After the text was changed by typing. */
  readonly onTyped: () => void;
  /** @returns whether the key was meant for the list */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly close: () => void;
}

/**
 * Suggestions while typing, as in the combobox pattern of ARIA APG: the arrows choose one, Enter takes it, Escape closes the list.
 * None is chosen before an arrow, so that Enter searches for what was typed.
 */
export function useSuggestions(
  box: RefObject<HTMLInputElement | null>,
  { text, known, write }: { text: string; known: () => KnownValues; write: (text: string) => void },
): Suggestions {
  // After the first screen, which does not show them.
  const { value: loaded } = useQuery("suggestions", () => import("./suggestions.ts"));
  const [values, setValues] = useState<KnownValues | null>(null);
  const [active, setActive] = useState(-1);
  /** Where the caret goes with the next text. */
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);
  const end = caret.current ?? box.current?.selectionStart ?? text.length;
  const start = loaded?.partStart(text, end) ?? 0;
  const options = (values && loaded?.suggestionsFor(text.slice(start, end), values)) ?? [];
  const close = () => setValues(null);
  const open = () => {
    setValues(values ?? known());
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    const chosen = suggestion.isOpen ? suggestion.text : `${suggestion.text} `;
    caret.current = start + chosen.length;
    write(text.slice(0, start) + chosen + text.slice(end).trimStart());
    if (suggestion.isOpen) open();
    else close();
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (isComposing(event)) return false;
    const { length } = options;
    switch (event.key) {
      case "ArrowDown":
        if (length === 0) open();
        else setActive((active + 1) % length);
        return true;
      case "ArrowUp":
        if (length === 0) return false;
        setActive(active <= 0 ? length - 1 : active - 1);
        return true;
      case "Enter": {
        const chosen = options[active];
        if (chosen === undefined) close();
        else choose(chosen);
        return chosen !== undefined;
      }
      case "Escape":
        if (length === 0) return false;
        close();
        return true;
      default:
        return false;
    }
  };
  return { options, active, choose, onTyped: () => (box.current?.value ? open() : close()), onKey, close };
}
