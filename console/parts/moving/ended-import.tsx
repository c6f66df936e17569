import type { ImportReport } from "../../../client/moving/index.ts";
import { isOffline } from "../../device/offline.ts";
import { translations } from "../../language/language.ts";
import { movingTexts } from "./moving-texts.ts";
import { RemarkTables } from "./remark-table.tsx";
import type { Import } from "./use-import.ts";

/** An import that has ended: how it goes on, and the remarks on the entries. */
export function EndedImport({
  report,
  isWhole,
  running,
}: {
  readonly report: ImportReport;
  /** Whether all entries were sent. */
  readonly isWhole: boolean;
  readonly running: Import;
}) {
  const t = translations(movingTexts);
  return (
    <>
      {!isWhole && isOffline.value && <p class="failure">{t.needsNetwork}</p>}
      <div class="actions">
        {!isWhole && (
          <button type="button" class="primary" onClick={() => running.check()}>
            {t.goOn}
          </button>
        )}
        <button type="button" onClick={running.begin}>
          {t.another}
        </button>
      </div>
      <RemarkTables report={report} />
    </>
  );
}
