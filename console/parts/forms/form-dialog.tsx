import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { said } from "../../language/language.ts";
import { explain } from "../answers/explain.ts";
import { partTexts } from "../part-texts.ts";
import { Dialog } from "./dialog.tsx";

/**
 * A form in a dialog. It opens when it is rendered, with the focus in its first box. What fails is said in it, since the
 * rest of the page is out of reach meanwhile; after a success it closes.
 */
export function FormDialog({
  title,
  onSave,
  other = null,
  reason = explain,
  onClose,
  children,
}: {
  readonly title: string;
  /** Saves what the form has; null when something in it is wrong, and shown there. */
  readonly onSave: () => (() => Promise<void>) | null;
  /** A second way to end the form. */
  readonly other?: { readonly label: string; readonly save: () => Promise<void> } | null;
  /** Says why saving has failed, and what to do. Default: `explain`. */
  readonly reason?: (error: unknown) => string;
  /** The dialog is closed: stop rendering it. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [submits, setSubmits] = useState(0);
  // Before the browser takes the next key, which may be meant for the first box already.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, []);
  // After each attempt to save, and after one that the API has refused.
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submits, failure]);
  const start = (save: (() => Promise<void>) | null) => {
    setSubmits((count) => count + 1);
    if (isBusy || save === null) return;
    setBusy(true);
    setFailure(null);
    save().then(
      () => dialog.current?.close(),
      (error: unknown) => {
        setFailure(reason(error));
        setBusy(false);
      },
    );
  };
  return (
    <Dialog title={title} dialog={dialog} onClose={onClose}>
      <form
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          start(onSave());
        }}
      >
        {children}
        <div role="alert" class="failure">
          {failure}
        </div>
        <div class="actions">
          <button type="submit" class="primary" aria-disabled={isBusy}>
            {said(partTexts).save}
          </button>
          {other !== null && (
            <button type="button" aria-disabled={isBusy} onClick={() => start(other.save)}>
              {other.label}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
