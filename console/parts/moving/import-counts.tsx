import { CircleCheck, CirclePause } from "lucide";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import type { ShownImport } from "../../library/background-import.ts";
import { Icon } from "../icon.tsx";
import { entryProblem } from "../queue/entry-words.ts";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";
import type { ImportStep } from "./use-import.ts";

/** Why an import has ended before it was done. */
function whyEnded({ end, report, total }: ShownImport): string {
  const t = translations(movingTexts);
  const [done, all] = [count(report.entries), count(total)];
  return end === null || typeof end === "string" ? t.stopped(done, all) : t.interrupted(done, all, entryProblem(end));
}

/** What can be imported of a file, or was imported; nothing in the steps between. */
export function ImportCounts({ type, step }: { readonly type: MovedType; readonly step: ImportStep }) {
  const t = translations(movingTexts);
  if (step.name !== "checked" && step.name !== "ended") return null;
  const { created, existing, refused, merged, stocks, notDecks, withoutZone } = step.report;
  return (
    <>
      {step.name === "checked" ? (
        <p>{t[type].checked(created, refused.count)}</p>
      ) : (
        <>
          {step.shown.end !== "done" && <p class="failure">{whyEnded(step.shown)}</p>}
          <p class="import-end">
            <Icon icon={step.shown.end === "done" ? CircleCheck : CirclePause} />
            {t.ended(count(created), count(existing), count(refused.count))}
          </p>
          {type === "bookmark" && stocks > 0 && <p>{t.decks(stocks)}</p>}
        </>
      )}
      {merged > 0 && <p>{t.merged(count(merged))}</p>}
      {withoutZone > 0 && <p>{t.withoutZone(count(withoutZone))}</p>}
      {notDecks > 0 && <p>{t.notDecks(count(notDecks))}</p>}
    </>
  );
}
