import { useState } from "preact/hooks";
import { isComposing } from "../forms/input-method.ts";
import type { AddedTags } from "./tag-list.ts";
import { completions, withTags } from "./tag-list.ts";

/** Tags are typed or pasted with these between them. */
const BETWEEN = /[,、，\n\t]/;

export interface TagBox {
  readonly typed: string;
  /** The suggestions that are shown; none while the list is closed. */
  readonly options: readonly string[];
  /** Index of the chosen suggestion; -1 for none. */
  readonly active: number;
  /** The part of the typed text that was not added. */
  readonly refused: AddedTags["refused"];
  readonly add: (tag: string) => void;
  /** Forgets what was not added, after a tag was removed. */
  readonly forget: () => void;
  readonly onFocus: () => void;
  readonly onInput: (text: string, isUnfinished: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
}

/**
 * The combobox pattern of ARIA APG for tags. Enter or a comma adds the text, the arrows choose a suggestion, Escape closes
 * the list, Backspace in the empty box removes the last tag. While an input method composes, no key does anything else.
 */
export function useTagBox({
  tags,
  known,
  onChange,
  onRemove,
}: {
  readonly tags: readonly string[];
  readonly known: () => readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly onRemove: (tag: string) => void;
}): TagBox {
  const [typed, setTyped] = useState("");
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [refused, setRefused] = useState<TagBox["refused"]>([]);
  const options = isOpen ? completions(suggested, tags, typed) : [];

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const add = (texts: readonly string[]) => {
    const added = withTags(tags, texts);
    setRefused(added.refused);
    // Text that was not added stays, to be shortened.
    setTyped(added.refused.map(({ text }) => text).join(", "));
    close();
    if (added.tags !== tags) onChange(added.tags);
  };
  const addTyped = (text: string) => add(text.split(BETWEEN));
  const choose = (by: 1 | -1) => {
    const { length } = options;
    if (!isOpen) setOpen(true);
    else if (length > 0) setActive(by === 1 ? (active + 1) % length : active <= 0 ? length - 1 : active - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        choose(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "Enter": {
        const chosen = options[active];
        if (chosen === undefined && typed.trim() === "") return;
        // Adds the tag, and does not send the form.
        event.preventDefault();
        if (chosen === undefined) addTyped(typed);
        else add([chosen]);
        break;
      }
      case "Escape":
        if (options.length === 0) return;
        // Closes the list, and not the dialog.
        event.preventDefault();
        event.stopPropagation();
        close();
        break;
      case "Backspace": {
        const last = tags.at(-1);
        if (typed === "" && last !== undefined) onRemove(last);
        break;
      }
    }
  };
  return {
    typed,
    options,
    active,
    refused,
    add: (tag) => add([tag]),
    forget: () => setRefused([]),
    onFocus: () => setSuggested(known()),
    onInput: (text, isUnfinished) => {
      setTyped(text);
      if (isUnfinished) return;
      setActive(-1);
      setOpen(true);
      if (BETWEEN.test(text)) addTyped(text);
    },
    onKeyDown,
    onBlur: () => {
      // The typed text counts, as in any other text box.
      const end = () => (typed.trim() === "" ? close() : addTyped(typed));
      // The tag must not move the button that is being pressed away from the pointer: the browser would see no click.
      if (document.documentElement.matches(":active")) addEventListener("mouseup", end, { once: true, capture: true });
      else end();
    },
  };
}
