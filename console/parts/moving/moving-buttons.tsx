import { Download, Upload } from "lucide";
import { translations } from "../../language/language.ts";
import { Icon } from "../icon.tsx";
import { movingButtonTexts } from "./moving-button-texts.ts";
import type { MovedType } from "./moving-texts.ts";
import { useMovingDialog } from "./use-moving-dialog.tsx";

export function MovingButtons({ type }: { readonly type: MovedType }) {
  const t = translations(movingButtonTexts);
  const [open, dialog] = useMovingDialog(type);
  return (
    <>
      <button type="button" onClick={() => open("import")}>
        <Icon icon={Download} />
        {t.import}
      </button>
      <button type="button" onClick={() => open("export")}>
        <Icon icon={Upload} />
        {t.export}
      </button>
      {dialog}
    </>
  );
}
