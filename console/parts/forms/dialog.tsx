import type { ComponentChildren, RefObject } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { keepOpen } from "./input-method.ts";

/**
 * A modal dialog that opens when it is rendered: the browser keeps the focus in it, closes it with Escape, and gives the focus
 * back.
 */
export function Dialog({
  title,
  dialog: given,
  hasClose = true,
  onClose,
  children,
}: {
  readonly title: string;
  /** For who closes it by `closeDialog`. */
  readonly dialog?: RefObject<HTMLDialogElement | null>;
  /** Whether it has the button `Close`: not where another of its buttons closes it and does nothing else. */
  readonly hasClose?: boolean;
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const own = useRef<HTMLDialogElement>(null);
  const dialog = given ?? own;
  const isOver = useRef(false);
  // Before the browser handles the next key, which may be meant for the dialog already; and a key that moves the focus on would
  // change where the focus goes back to.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const end = () => {
    if (isOver.current) return;
    isOver.current = true;
    onClose?.();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={end}
      onKeyDown={keepOpen}
      onCancel={(event) => {
        // A file box in the dialog has an event of the same name.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        closeDialog(dialog.current);
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {hasClose && (
          <button type="button" onClick={() => closeDialog(dialog.current)}>
            {translations(partTexts).close}
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}

/**
 * Closes a dialog. Its `onClose` is called at once: the browser's own event comes in a later task, in which the person may
 * have opened the dialog again.
 */
export function closeDialog(dialog: HTMLDialogElement | null): void {
  dialog?.close();
  dialog?.dispatchEvent(new Event("close"));
}
