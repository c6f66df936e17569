import type { ComponentType } from "preact";
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

/** The buttons that move all things of a type out and in. */
export function MovingButtons({ type }: { readonly type: MovedType }) {
  const t = translations(movingButtonTexts);
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
  return (
    <>
      <button type="button" onClick={() => open("import")}>
        {t.import}
      </button>
      <button type="button" onClick={() => open("export")}>
        {t.export}
      </button>
      {opened !== null && <opened.dialog type={type} onClose={() => setOpened(null)} />}
    </>
  );
}
