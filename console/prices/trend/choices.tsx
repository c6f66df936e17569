import { useId } from "preact/hooks";

/** A choice of one among a few values, all of which are visible. */
export function Choices<T extends string | number>({
  legend,
  options,
  chosen,
  onChoose,
}: {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset class="wrapping choices">
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} /> {label}
        </label>
      ))}
    </fieldset>
  );
}
