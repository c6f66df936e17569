import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import type { Bookmark, Stock } from "../../../client/index.ts";
import { useLoadedDialog } from "../../parts/forms/use-loaded-dialog.tsx";

/** A function that opens the dialog of what a person has written, the same one for each rendering, and the opened dialog. */
export function useEditDialog(): [edit: (item: Bookmark | Stock) => void, dialog: VNode | null] {
  const [open, dialog] = useLoadedDialog({});
  const edit = useCallback(
    (item: Bookmark | Stock) =>
      open(async () => {
        const { EditDialog } = await import("./edit-dialog.tsx");
        return ({ onClose }) => <EditDialog item={item} onClose={onClose} />;
      }),
    [open],
  );
  return [edit, dialog];
}
