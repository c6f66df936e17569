import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A choice of one among a few values, all of which are visible. */
export function Options<Value extends string | number>({
  label,
  value,
  options,
  areSegments = false,
  isDisabled = false,
  onChoose,
}: {
  readonly label: string;
  readonly value: Value;
  /** Each value with its text. */
  readonly options: readonly (readonly [Value, ComponentChildren])[];
  /** Whether they are parts of one row, of which one is pressed. */
  readonly areSegments?: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset class={areSegments ? "wrapping choices" : "options"} disabled={isDisabled}>
      <legend>{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} class="option">
          <input type="radio" name={name} value={each} checked={each === value} onChange={() => onChoose(each)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
