import { translations } from "../../language/language.ts";
import { movingButtonTexts } from "./moving-button-texts.ts";
import type { MovedType } from "./moving-texts.ts";
import { useMovingDialog } from "./use-moving-dialog.tsx";

/** The buttons that move all things of a type out and in. */
export function MovingButtons({ type }: { readonly type: MovedType }) {
  const t = translations(movingButtonTexts);
  const [open, dialog] = useMovingDialog(type);
  return (
    <>
      <button type="button" onClick={() => open("import")}>
        {t.import}
      </button>
      <button type="button" onClick={() => open("export")}>
        {t.export}
      </button>
      {dialog}
    </>
  );
}
