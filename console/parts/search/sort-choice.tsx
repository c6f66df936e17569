import type { Sort } from "../../../client/index.ts";
import { sorts } from "../../../client/search.ts";
import { choose } from "../../device/preferences.ts";
import { translations } from "../../language/language.ts";
import { Choice } from "../forms/choice.tsx";
import { partTexts } from "../part-texts.ts";
import { searchTexts } from "./search-texts.ts";

/** The choice of a list's order, which is remembered on this device. */
export function SortChoice({ sort, onChoose }: { readonly sort: Sort; readonly onChoose: (sort: Sort) => void }) {
  const t = translations(searchTexts);
  return (
    <Choice
      label={translations(partTexts).order}
      value={sort}
      choices={sorts.map((each) => [each, t.sorts[each]] as const)}
      onChoose={(chosen) => {
        choose({ sort: chosen });
        onChoose(chosen);
      }}
    />
  );
}
