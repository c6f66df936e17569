import { isOffline } from "../../device/offline.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { CheckBox } from "../forms/check-box.tsx";
import { useMutation } from "../queries/use-mutation.ts";
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
  const send = useMutation(running.send);
  const another = useMutation(running.begin);
  return (
    <>
      {type === "bookmark" && <CheckBox label={t.slides} isOn={running.slides === true} onChange={running.setSlides} />}
      {isOffline.value && <p>{t.beginsLater}</p>}
      {problem !== null && <p class="failure">{problem}</p>}
      <div class="actions">
        <button type="button" class="primary" aria-disabled={send.isBusy} onClick={send.run}>
          {t.start(count(report.created))}
        </button>
        <button type="button" aria-disabled={another.isBusy} onClick={another.run}>
          {t.another}
        </button>
      </div>
      <RemarkTables report={report} />
    </>
  );
}
