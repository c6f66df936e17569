import type { VNode } from "preact";
import { loadScreenStyles } from "../../device/screen-styles.ts";
import type { OpeningDialog } from "../forms/use-loaded-dialog.tsx";
import { useLoadedDialog } from "../forms/use-loaded-dialog.tsx";
import type { MovedType } from "./moving-texts.ts";

type MovingDialog = OpeningDialog<{ readonly type: MovedType }>;

const DIALOGS = {
  export: () => import("./export-dialog.tsx").then((module): MovingDialog => module.ExportDialog),
  import: () => import("./import-dialog.tsx").then((module): MovingDialog => module.ImportDialog),
};

/** A function that opens a dialog of files, and the dialog that it has opened. */
export function useMovingDialog(type: MovedType): [(name: keyof typeof DIALOGS) => void, VNode | null] {
  const [open, dialog] = useLoadedDialog({ type });
  return [(name) => open(() => loadScreenStyles().then(DIALOGS[name])), dialog];
}
