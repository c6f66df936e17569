import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { markTexts } from "./mark-texts.ts";
import type { MarkChoice } from "./marks.ts";
import { MARKS } from "./marks.ts";
import type { MarkedItems } from "./use-marked.ts";

/** The choice between all items of a list, the unread ones and those with a star, each with their number. */
export function MarkFilter({
  choice,
  counts,
  onChoose,
}: {
  readonly choice: MarkChoice;
  readonly counts: MarkedItems["counts"];
  readonly onChoose: (choice: MarkChoice) => void;
}) {
  const t = translations(markTexts);
  // While nothing of the list is known, there is no number.
  const isKnown = useSignedIn().library.state.value.isWhole || counts[""] > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a box around three buttons.
    <div role="group" class="mark-filter" aria-label={t.filter}>
      {(["", ...MARKS] as const).map((each) => (
        <button key={each} type="button" aria-pressed={each === choice} onClick={() => onChoose(each)}>
          {t.choices[each]} {isKnown && <span class="count">{count(counts[each])}</span>}
        </button>
      ))}
    </div>
  );
}
