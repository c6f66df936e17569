import { useRef } from "preact/hooks";
import { closeDialog, Dialog } from "./dialog.tsx";

/** Asks before data are lost. Escape and the answer that keeps everything close it. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  keep,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  /** The labels of the button that confirms, and of the one that cancels. */
  readonly confirm: string;
  readonly keep: string;
  readonly onConfirm: () => void;
  /** The dialog is closed, after either answer: stop rendering it. */
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => closeDialog(dialog.current);
  return (
    <Dialog title={title} dialog={dialog} hasClose={false} onClose={onClose}>
      <p>{text}</p>
      <div class="actions">
        <button type="button" onClick={close}>
          {keep}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            close();
            onConfirm();
          }}
        >
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}
