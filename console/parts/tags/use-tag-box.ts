import { useState } from "preact/hooks";
import { completions, withTag } from "./tag-list.ts";

/** Tags are typed or pasted with these between them. */
const BETWEEN = /[,、，\n\t]/;

/** What is typed into the box for tags, and what it may be completed to. */
export interface TagBox {
  readonly typed: string;
  /** The suggestions that are shown; none while the list is closed. */
  readonly options: readonly string[];
  /** Index of the chosen suggestion; -1 for none. */
  readonly active: number;
  /** Why the typed text was not added. */
  readonly problem: "long" | "many" | null;
  readonly add: (...texts: readonly string[]) => void;
  /** Forgets the problem, after a tag was removed. */
  readonly forget: () => void;
  readonly onFocus: () => void;
  readonly onInput: (text: string, isComposing: boolean) => void;
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
  const [problem, setProblem] = useState<TagBox["problem"]>(null);
  const options = isOpen ? completions(suggested, tags, typed) : [];

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const add = (...texts: readonly string[]) => {
    let all = tags;
    let left = "";
    let found: TagBox["problem"] = null;
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
  const choose = (by: 1 | -1) => {
    const { length } = options;
    if (!isOpen) setOpen(true);
    else if (length > 0) setActive(by === 1 ? (active + 1) % length : active <= 0 ? length - 1 : active - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        choose(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "Enter": {
        const text = options[active] ?? typed;
        if (text.trim() === "") return;
        // Adds the tag, and does not send the form.
        event.preventDefault();
        add(text);
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
    problem,
    add,
    forget: () => setProblem(null),
    onFocus: () => setSuggested(known()),
    onInput: (text, isComposing) => {
      setTyped(text);
      if (isComposing) return;
      setActive(-1);
      setOpen(true);
      if (BETWEEN.test(text)) add(...text.split(BETWEEN));
    },
    onKeyDown,
    onBlur: () => {
      // What was typed is meant, as in any other text box.
      if (typed.trim() !== "") add(typed);
      else close();
    },
  };
}
