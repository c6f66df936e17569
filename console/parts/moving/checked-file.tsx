import { useId } from "preact/hooks";
import type { ImportReport } from "../../../client/moving/index.ts";
import { isOffline } from "../../device/offline.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";
import { RemarkTables } from "./remark-table.tsx";
import type { Import } from "./use-import.ts";

/** A file that was checked: how it is imported, the button that does it, and the remarks on its entries. */
export function CheckedFile({
  type,
  report,
  running,
}: {
  readonly type: MovedType;
  readonly report: ImportReport;
  readonly running: Import;
}) {
  const t = translations(movingTexts);
  const id = useId();
  return (
    <>
      {type === "bookmark" && (
        <label class="option-line" for={id}>
          <input
            id={id}
            type="checkbox"
            checked={running.slides === true}
            onChange={(event) => running.setSlides(event.currentTarget.checked)}
          />
          <span>{t.slides}</span>
        </label>
      )}
      {isOffline.value && <p class="failure">{t.needsNetwork}</p>}
      <div class="actions">
        <button type="button" class="primary" aria-disabled={isOffline.value} onClick={running.send}>
          {t.start(count(report.created))}
        </button>
        <button type="button" onClick={running.begin}>
          {t.another}
        </button>
      </div>
      <RemarkTables report={report} />
    </>
  );
}
