import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { closeDialog, Dialog } from "./dialog.tsx";
import type { FormOptions } from "./form.tsx";
import { Form } from "./form.tsx";

/**
 * A form in a dialog, with the focus in its first box. What fails is said in it, since the rest of the page is out of reach
 * meanwhile; after a success it closes.
 */
export function FormDialog({
  title,
  onClose,
  children,
  ...options
}: FormOptions & {
  readonly title: string;
  /** The dialog is closed: stop rendering it. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The dialog itself has opened: the effects of a child come first.
  useLayoutEffect(() => dialog.current?.querySelector<HTMLElement>("input, select, textarea")?.focus(), []);
  return (
    <Dialog title={title} dialog={dialog} onClose={onClose}>
      <Form {...options} onDone={() => closeDialog(dialog.current)}>
        {children}
      </Form>
    </Dialog>
  );
}
