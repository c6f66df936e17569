import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { isWrittenAddress } from "../forms/page-address.ts";
import type { AddressForm } from "../forms/typed-addresses.ts";
import { useTypedAddress } from "../forms/typed-addresses.ts";
import { isUnreadable } from "./is-unreadable.ts";
import { usePausingSearch } from "./use-pausing-search.ts";

export interface OneFieldText {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly text: string;
  /** Whether the text is an address to be saved; any other one is searched for. */
  readonly isAddress: boolean;
  /** Whether the text was searched for, and has a value that can't be read. */
  readonly isUnreadable: boolean;
  /** Changes the text; what it searches for is found after a pause, but not while an input method composes a word. */
  readonly write: (text: string, isUnfinished?: boolean) => void;
  /** Searches for the words at once. */
  readonly search: () => void;
}

/**
 * The text of the field for saving an address or searching for words. An unsaved address survives a new sign-in; words are
 * in the screen's address.
 *
 * @param q what is searched for now
 */
export function useOneField({
  form,
  q,
  onSearch,
}: {
  readonly form: AddressForm;
  readonly q: string;
  readonly onSearch: (words: string) => void;
}): OneFieldText {
  const [typed, setTyped] = useTypedAddress(form);
  const [text, setText] = useState(isWrittenAddress(typed) ? typed : q);
  const box = useRef<HTMLInputElement>(null);
  const search = usePausingSearch(q, onSearch, setText);
  const isAddress = isWrittenAddress(text);
  const write = (next: string, isUnfinished = false) => {
    const words = isWrittenAddress(next) ? "" : wordsOf(next);
    setText(next);
    setTyped(isWrittenAddress(next) ? next : "");
    if (isUnfinished) search.cancel();
    else if (words === "") search.now("");
    else search.later(words);
  };
  return {
    box,
    text,
    isAddress,
    isUnreadable: isUnreadable(text, q),
    write,
    search: () => search.now(wordsOf(text)),
  };
}

/** Not a whole pasted article: the words become a part of the screen's address. */
function wordsOf(text: string): string {
  return text.trim().slice(0, 2_048);
}
