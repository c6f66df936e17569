import type { RefObject, TargetedEvent } from "preact";
import { Field } from "./field.tsx";
import type { PLAIN } from "./plain.ts";

/** A box for a text, or for a number as people write it. */
export function TextField({
  label,
  hint = null,
  problem = null,
  rows = 1,
  box = null,
  onType,
  ...attributes
}: {
  readonly label: string;
  readonly hint?: string | null;
  readonly problem?: string | null;
  readonly rows?: number;
  /** Of one line: for who moves the focus. */
  readonly box?: RefObject<HTMLInputElement | null> | null;
  readonly value: string;
  readonly onType: (text: string) => void;
  /** UTF-16 code units, the API's limit. */
  readonly maxLength?: number;
  readonly inputMode?: "numeric" | "url";
  /** Id of a list of proposals. */
  readonly list?: string | undefined;
} & Partial<typeof PLAIN>) {
  const onInput = (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => onType(event.currentTarget.value);
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ofField) => {
        const all = { ...attributes, ...ofField, onInput };
        return rows === 1 ? (
          <input type="text" autocomplete="off" ref={box} {...all} />
        ) : (
          <textarea rows={rows} {...all} />
        );
      }}
    </Field>
  );
}
