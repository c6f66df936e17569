import { useId } from "preact/hooks";
import { isOffline } from "../../device/offline.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
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
  const id = useId();
  const send = useMutation(running.send);
  const another = useMutation(running.begin);
  return (
    <>
      {type === "bookmark" && (
        <label class="option" for={id}>
          <input
            id={id}
            type="checkbox"
            checked={running.slides === true}
            onChange={(event) => running.setSlides(event.currentTarget.checked)}
          />
          <span>{t.slides}</span>
        </label>
      )}
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
