import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AddressForm } from "./typed-addresses.ts";
import { useTypedAddress } from "./typed-addresses.ts";

/**
 * Milliseconds without a key before the search: the address follows it, and Safari allows 100 changes of the address in
 * 30 s (WebKit, `History::stateObjectAdded`).
 */
const PAUSE_MS = 300;

/** What is in the field where one saves and searches. */
export interface OneFieldText {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly text: string;
  /** Whether the text is an address to be saved; any other one is searched for. */
  readonly isAddress: boolean;
  /** Changes the text; what it searches for is found after a pause, but not while an input method composes a word. */
  readonly write: (text: string, isComposing?: boolean) => void;
  /** Searches at once. */
  readonly search: () => void;
}

/**
 * The text of the field where one saves an address or searches for words. An address that is not saved outlives a new
 * sign-in; words stand in the screen's address.
 *
 * @param q what is searched for now
 */
export function useOneField({
  form,
  isAddress,
  q,
  onSearch,
}: {
  readonly form: AddressForm;
  readonly isAddress: (text: string) => boolean;
  readonly q: string;
  readonly onSearch: (words: string) => void;
}): OneFieldText {
  const [typed, setTyped] = useTypedAddress(form);
  const [text, setText] = useState(isAddress(typed) ? typed : q);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(q);
  useLayoutEffect(() => {
    // The address was changed otherwise, e.g. by the button Back.
    if (q === asked.current) return;
    asked.current = q;
    clearTimeout(timer.current);
    setText(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (words: string) => {
    clearTimeout(timer.current);
    if (words === asked.current) return;
    asked.current = words;
    onSearch(words);
  };
  const write = (next: string, isComposing = false) => {
    setText(next);
    setTyped(isAddress(next) ? next : "");
    clearTimeout(timer.current);
    if (isComposing) return;
    const words = isAddress(next) ? "" : next.trim();
    if (words === "") ask("");
    else timer.current = setTimeout(() => ask(words), PAUSE_MS);
  };
  return { box, text, isAddress: isAddress(text), write, search: () => ask(isAddress(text) ? "" : text.trim()) };
}
