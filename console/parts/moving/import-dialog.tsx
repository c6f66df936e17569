import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { notify } from "../../status/status.tsx";
import { Dialog } from "../forms/dialog.tsx";
import { RunButton } from "../run-button.tsx";
import { CheckedFile } from "./checked-file.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { EndedImport } from "./ended-import.tsx";
import { importBannerTexts } from "./import-banner-texts.ts";
import { ImportCounts } from "./import-counts.tsx";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";
import { pauseWords } from "./pause-words.ts";
import { useImport } from "./use-import.ts";

/**
 * Imports the bookmarks, or the decks, of a file of bookmarks; or shows the running import, or one that has ended.
 * Closing it ends nothing: the banner shows the progress.
 */
export function ImportDialog({ type, onClose }: { readonly type: MovedType; readonly onClose: () => void }) {
  const t = translations(movingTexts);
  const imports = useSignedIn().library.background.value?.imports;
  const running = useImport(type);
  const { step } = running;
  const shown = imports?.shown.value ?? null;
  const close = () => {
    if (imports?.shown.peek()?.end === null) notify(t.goesOn);
    onClose();
  };
  return (
    <Dialog title={t[shown?.type ?? type].importTitle} onClose={close}>
      {step.name === "choosing" && <ChooseFile problem={step.problem} onChoose={running.check} />}
      {running.fileName !== null && <strong dir="auto">{running.fileName}</strong>}
      <div role="status">
        {step.name === "checking" && <p>{t.checking}</p>}
        {step.name === "sending" && pauseWords(step.shown) !== "" && <p>{pauseWords(step.shown)}</p>}
        <ImportCounts type={shown?.type ?? type} step={step} />
      </div>
      {step.name === "checked" && <CheckedFile type={type} step={step} running={running} />}
      {step.name === "sending" && (
        <>
          <progress
            aria-label={translations(importBannerTexts).progress}
            value={step.shown.report.entries}
            max={step.shown.total}
          />
          <p>{t.sending(count(step.shown.report.entries), count(step.shown.total))}</p>
          <p class="quiet">{t.canClose}</p>
          <RunButton act={async () => imports?.stop()}>{t.stop}</RunButton>
        </>
      )}
      {step.name === "ended" && <EndedImport shown={step.shown} running={running} />}
    </Dialog>
  );
}
