import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { sentences } from "../../language/sentences.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { RunButton } from "../run-button.tsx";
import { importBannerTexts } from "./import-banner-texts.ts";
import { pauseWords } from "./pause-words.ts";
import { useMovingDialog } from "./use-moving-dialog.tsx";

/** The import that runs in the background, or has ended and was not dismissed; nothing without one. */
export function ImportBanner() {
  const t = translations(importBannerTexts);
  const { background } = useSignedIn().library;
  const imports = background.value?.imports;
  const shown = imports?.shown.value ?? null;
  const [open, dialog] = useMovingDialog(shown?.type ?? "bookmark");
  const goesOn = shown?.end === null;
  const isOver = shown !== null && !goesOn;
  return (
    <>
      {goesOn && (
        <div class="banner import-banner">
          <span>{sentences(t.importing(count(shown.report.entries), count(shown.total)), pauseWords(shown))}</span>
          <progress aria-label={t.progress} value={shown.report.entries} max={shown.total} />
          <button type="button" onClick={() => open("import")}>
            {t.showImport}
          </button>
        </div>
      )}
      {/* There before its text, or screen readers would miss it. */}
      <div role="status" class={isOver ? "banner import-banner" : ""}>
        {isOver && (
          <>
            <span>
              {shown.end === "done"
                ? t.ended(count(shown.report.created), count(shown.report.existing), count(shown.report.refused.count))
                : t.cutOff(count(shown.report.entries), count(shown.total))}
            </span>
            <button type="button" onClick={() => open("import")}>
              {t.report}
            </button>
            <RunButton act={async () => imports?.dismiss()}>{t.dismiss}</RunButton>
          </>
        )}
      </div>
      {dialog}
    </>
  );
}
