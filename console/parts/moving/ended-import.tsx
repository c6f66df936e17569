import { translations } from "../../language/language.ts";
import type { ShownImport } from "../../library/background-import.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { useMutation } from "../queries/use-mutation.ts";
import { movingTexts } from "./moving-texts.ts";
import { RemarkTables } from "./remark-table.tsx";
import type { Import } from "./use-import.ts";

/** An import that has ended: its counts, what can be done next, and the remarks on the entries. */
export function EndedImport({ shown, running }: { readonly shown: ShownImport; readonly running: Import }) {
  const t = translations(movingTexts);
  const { loadBackground } = useSignedIn().library;
  const goOn = useMutation(async () => (await loadBackground()).imports.goOn());
  const another = useMutation(running.begin);
  return (
    <>
      <div class="actions">
        {shown.end !== "done" && (
          <button type="button" class="primary" aria-disabled={goOn.isBusy} onClick={goOn.run}>
            {t.goOn}
          </button>
        )}
        <button type="button" aria-disabled={another.isBusy} onClick={another.run}>
          {t.another}
        </button>
      </div>
      <RemarkTables report={shown.report} />
    </>
  );
}
