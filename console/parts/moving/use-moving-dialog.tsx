import type { ComponentType, VNode } from "preact";
import { useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { notifyFailure } from "../../status/status.tsx";
import { movingButtonTexts } from "./moving-button-texts.ts";
import type { MovedType } from "./moving-texts.ts";

/** A dialog that opens when it is rendered. */
type OpeningDialog = ComponentType<{ readonly type: MovedType; readonly onClose: () => void }>;

// Loaded when they are opened: most visits need neither.
const DIALOGS = {
  export: () => import("./export-dialog.tsx").then((module): OpeningDialog => module.ExportDialog),
  import: () => import("./import-dialog.tsx").then((module): OpeningDialog => module.ImportDialog),
};

/** A function that opens a dialog of files, and the dialog that it has opened. */
export function useMovingDialog(type: MovedType): [(name: keyof typeof DIALOGS) => void, VNode | null] {
  const [opened, setOpened] = useState<{ readonly dialog: OpeningDialog } | null>(null);
  const open = (name: keyof typeof DIALOGS) => {
    DIALOGS[name]().then(
      (dialog) => setOpened({ dialog }),
      (error: unknown) => {
        console.error(error);
        notifyFailure(translations(movingButtonTexts).notLoaded);
      },
    );
  };
  return [open, opened && <opened.dialog type={type} onClose={() => setOpened(null)} />];
}
