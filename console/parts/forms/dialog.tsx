import type { ComponentChildren, RefObject } from "preact";
import { useId } from "preact/hooks";
import { said } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";

/**
 * A modal dialog: the browser keeps the focus in it, closes it with Escape, and gives the focus back.
 *
 * @param dialog the caller opens it by `showModal`
 */
export function Dialog({
  title,
  dialog,
  onClose,
  children,
}: {
  readonly title: string;
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          {said(partTexts).close}
        </button>
      </header>
      {children}
    </dialog>
  );
}
