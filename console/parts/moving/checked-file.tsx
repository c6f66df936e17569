import { isOffline } from "../../device/offline.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { CheckBox } from "../forms/check-box.tsx";
import { RunButton } from "../run-button.tsx";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";
import { RemarkTables } from "./remark-table.tsx";
import type { Import, ImportStep } from "./use-import.ts";

/** A file that was checked: how it is imported, the button that does it, and the remarks on its entries. */
export function CheckedFile({
  type,
  step: { report, problem },
  running,
}: {
  readonly type: MovedType;
  readonly step: Extract<ImportStep, { name: "checked" }>;
  readonly running: Import;
}) {
  const t = translations(movingTexts);
  return (
    <>
      {type === "bookmark" && <CheckBox label={t.slides} isOn={running.slides === true} onChange={running.setSlides} />}
      {isOffline.value && <p>{t.beginsLater}</p>}
      {problem !== null && <p class="failure">{problem}</p>}
      <div class="actions">
        <RunButton class="primary" act={running.send}>
          {t.start(count(report.created))}
        </RunButton>
        <RunButton act={running.begin}>{t.another}</RunButton>
      </div>
      <RemarkTables report={report} />
    </>
  );
}
