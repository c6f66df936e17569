import { translations } from "../../language/language.ts";
import type { ShownImport } from "../../library/background-import.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { RunButton } from "../run-button.tsx";
import { movingTexts } from "./moving-texts.ts";
import { RemarkTables } from "./remark-table.tsx";
import type { Import } from "./use-import.ts";

/** An import that has ended: its counts, what can be done next, and the remarks on the entries. */
export function EndedImport({ shown, running }: { readonly shown: ShownImport; readonly running: Import }) {
  const t = translations(movingTexts);
  const { loadBackground } = useSignedIn().library;
  return (
    <>
      <div class="actions">
        {shown.end !== "done" && (
          <RunButton class="primary" act={async () => (await loadBackground()).imports.goOn()}>
            {t.goOn}
          </RunButton>
        )}
        <RunButton act={running.begin}>{t.another}</RunButton>
      </div>
      <RemarkTables report={shown.report} />
    </>
  );
}
