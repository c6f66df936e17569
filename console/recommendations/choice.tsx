import { Field } from "../parts/field.tsx";

/** A select in the toolbar of a list. */
export function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  /** Label by value. */
  readonly options: Readonly<Record<string, string>>;
  readonly onChoose: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
