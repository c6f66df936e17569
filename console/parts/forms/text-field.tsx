import { Field } from "./field.tsx";

export function TextField({
  label,
  hint = null,
  problem = null,
  rows = 1,
  maxLength,
  value,
  onType,
}: {
  readonly label: string;
  readonly hint?: string | null;
  readonly problem?: string | null;
  readonly rows?: number;
  /** UTF-16 code units, the API's limit. */
  readonly maxLength: number;
  readonly value: string;
  readonly onType: (text: string) => void;
}) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(attributes) =>
        rows === 1 ? (
          <input
            {...attributes}
            type="text"
            autocomplete="off"
            maxLength={maxLength}
            value={value}
            onInput={(event) => onType(event.currentTarget.value)}
          />
        ) : (
          <textarea
            {...attributes}
            rows={rows}
            maxLength={maxLength}
            value={value}
            onInput={(event) => onType(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}
