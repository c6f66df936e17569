import { TriangleAlert } from "lucide";
import { loadScreenStyles } from "../device/screen-styles.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { useQuery } from "../parts/queries/use-query.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { Skeleton } from "../parts/states/skeleton.tsx";

/** The first steps: most people who open the console have made them. */
export function LoadedFirstRun() {
  const t = translations(partTexts);
  const { value, error, reload } = useQuery("first run", () =>
    Promise.all([import("../first-run/first-run.tsx"), loadScreenStyles()]).then(([module]) => module),
  );
  if (value !== null) return <value.FirstRun />;
  if (error === null) return <Skeleton view="rows" />;
  return (
    <EmptyState picture={<Icon icon={TriangleAlert} />} text={t.notLoaded}>
      <button type="button" onClick={reload}>
        {t.tryAgain}
      </button>
    </EmptyState>
  );
}
