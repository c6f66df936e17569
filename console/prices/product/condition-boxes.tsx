import { useId } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { CheckBox } from "../../parts/forms/check-box.tsx";
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
        <CheckBox
          key={condition}
          label={t.conditions[condition]}
          isOn={chosen.includes(condition)}
          onChange={(isOn) => onChoose(CONDITIONS.filter((one) => (one === condition ? isOn : chosen.includes(one))))}
        />
      ))}
      <small id={hint} class="hint">
        {t.conditionsHint}
      </small>
    </fieldset>
  );
}
