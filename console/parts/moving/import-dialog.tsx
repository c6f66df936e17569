import { useEffect, useRef } from "preact/hooks";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { Dialog } from "../forms/dialog.tsx";
import { CheckedFile } from "./checked-file.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { EndedImport } from "./ended-import.tsx";
import { ImportCounts } from "./import-counts.tsx";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";
import { useImport } from "./use-import.ts";

/** Imports a file of bookmarks or, of such a file, the decks. It opens when it is rendered; closing it ends the import. */
export function ImportDialog({ type, onClose }: { readonly type: MovedType; readonly onClose: () => void }) {
  const t = translations(movingTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const running = useImport(type);
  const { step } = running;
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog title={t[type].importTitle} dialog={dialog} onClose={onClose}>
      {step.name === "choosing" && <ChooseFile problem={step.problem} onChoose={running.check} />}
      <div role="status">
        {step.name === "checking" && <p>{t.checking}</p>}
        {step.name === "sending" && step.pauseSeconds !== null && <p>{t.pause(count(step.pauseSeconds))}</p>}
        <ImportCounts type={type} step={step} />
      </div>
      {step.name === "checked" && <CheckedFile type={type} report={step.report} running={running} />}
      {step.name === "sending" && (
        <>
          <progress aria-label={t.progress} value={step.done} max={step.total} />
          <p>{t.sending(count(step.done), count(step.total))}</p>
          <button type="button" onClick={running.stop}>
            {t.stop}
          </button>
        </>
      )}
      {step.name === "ended" && <EndedImport report={step.report} isWhole={step.problem === null} running={running} />}
    </Dialog>
  );
}
