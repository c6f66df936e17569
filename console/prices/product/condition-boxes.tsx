import { useId } from "preact/hooks";
import { translations } from "../../language/language.ts";
import type { Condition } from "./product-draft.ts";
import { CONDITIONS } from "./product-draft.ts";
import { productTexts } from "./product-texts.ts";

/** Which of Mercari's item conditions are searched for, by Mercari's own words. */
export function ConditionBoxes({
  chosen,
  onChoose,
}: {
  readonly chosen: readonly Condition[];
  readonly onChoose: (conditions: readonly Condition[]) => void;
}) {
  const t = translations(productTexts);
  const hint = useId();
  return (
    <fieldset class="choice" aria-describedby={hint}>
      <legend>{t.conditionsLegend}</legend>
      {CONDITIONS.map((condition) => (
        <label class="option" key={condition}>
          <input
            type="checkbox"
            checked={chosen.includes(condition)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(CONDITIONS.filter((one) => (one === condition ? checked : chosen.includes(one))))
            }
          />{" "}
          {t.conditions[condition]}
        </label>
      ))}
      <small id={hint} class="hint">
        {t.conditionsHint}
      </small>
    </fieldset>
  );
}
